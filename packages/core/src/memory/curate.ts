/**
 * What becomes of a curator's answer: which lines go into which file, by rules that no answer can change.
 *
 *   K1. Without an answer the tricks are judged all the same; the summary stays as it was.
 *   K2. Into the identity of the worker come confirmed tricks alone; what else was meant for it stays in this mission.
 */
import type { Curation } from './curation.ts';
import { identityRoles, maxNewLines } from './identity.ts';
import { toOneLine } from './line.ts';
import { type LongMemory, mergeMemory } from './long-memory.ts';
import type { RawEntry } from './session-memory.ts';
import { cappedSummary } from './summary.ts';
import { judgeTricks, trickLine } from './tricks.ts';

export interface CuratedFiles {
  /** Nothing where there is nothing new to say. */
  readonly summary: string | null;
  /** How many lines of it did not fit. */
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
  const aside = identity.worker ?? [];
  const lessons = [...(memory.lessons ?? []), ...aside, ...single.map(trickLine)];
  const { text, cut } = cappedSummary((curation?.summary ?? []).join('\n'));
  const others = identityRoles.flatMap((role) => {
    const taught = (
      role === 'worker' ? confirmed.map((trick) => trick.text) : (identity[role] ?? []).slice(0, maxNewLines)
    ).map(toOneLine);
    return taught.length === 0 ? [] : [[role, taught] as const];
  });
  return {
    summary: text === '' ? null : `${text}\n`,
    cut: text === '' ? 0 : cut,
    memory: mergeMemory(before, { ...memory, lessons }),
    identity: Object.fromEntries(others),
  };
}
