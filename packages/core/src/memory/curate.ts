/**
 * Applies a curator's answer to the memory files, by rules that no answer can change.
 *
 *   K1. Without an answer, tricks are judged anyway and the summary stays unchanged.
 *   K2. Only confirmed tricks enter the worker's identity; other lines for it become lessons of this mission.
 */
import type { Curation } from './curation.ts';
import { identityRoles, maxNewLines } from './identity.ts';
import { toOneLine } from './line.ts';
import { type LongMemory, mergeMemory } from './long-memory.ts';
import type { RawEntry } from './session-memory.ts';
import { capSummary } from './summary.ts';
import { judgeTricks, trickLine } from './tricks.ts';

export interface CuratedFiles {
  /** `null` if the summary does not change. */
  readonly summary: string | null;
  /** Number of summary lines that did not fit. */
  readonly cut: number;
  readonly memory: LongMemory;
  readonly identity: Readonly<Record<string, readonly string[]>>;
}

export function applyCuration(
  curation: Curation | null,
  entries: readonly RawEntry[],
  before: LongMemory,
): CuratedFiles {
  const { confirmed, single } = judgeTricks(entries, curation?.tricks ?? [], before.lessons);
  const { memory = {}, identity = {} } = curation ?? {};
  const workerLines = identity.worker ?? [];
  const lessons = [...(memory.lessons ?? []), ...workerLines, ...single.map(trickLine)];
  const { text, cut } = capSummary((curation?.summary ?? []).join('\n'));
  const newLines = identityRoles.flatMap((role) => {
    const lines = (
      role === 'worker' ? confirmed.map((trick) => trick.text) : (identity[role] ?? []).slice(0, maxNewLines)
    ).map(toOneLine);
    return lines.length === 0 ? [] : [[role, lines] as const];
  });
  return {
    summary: text === '' ? null : `${text}\n`,
    cut: text === '' ? 0 : cut,
    memory: mergeMemory(before, { ...memory, lessons }),
    identity: Object.fromEntries(newLines),
  };
}
