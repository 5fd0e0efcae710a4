/**
 * What people dropped for whoever is asked (D-02): read from the user's checkout right before the call, so that a drop that
 * came while the run was under way is heard by the next who is asked.
 *
 *   H1. What a call was given is in its journal: the paths as a note, the words as an artifact.
 *   H2. A role without a phase gets none. The planner reads its own when it surveys.
 */
import { basename } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { chooseContextFiles, contextText } from '@harness/core/plans/context';
import type { Role } from '@harness/core/role/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readContextFiles } from '../plans/context-files.ts';

export interface CallContextFiles {
  /** The part of the prompt that holds it; empty when there is nothing. */
  readonly text: string;
  readonly paths: readonly string[];
  /** What did not come through as it was dropped. */
  readonly cut: readonly string[];
  readonly leftOut: readonly string[];
  readonly misread: readonly string[];
}

const nothing: CallContextFiles = { text: '', paths: [], cut: [], leftOut: [], misread: [] };

/** `contextDir` is relative to the repository; empty where a run was begun without one. */
export function readCallContext(
  repo: string,
  contextDir: string,
  { contextPhase: phase }: Pick<Role<never, unknown>, 'contextPhase'>,
  item: string | null,
): CallContextFiles {
  if (phase === undefined || contextDir === '') return nothing;
  const { drops, misread } = readContextFiles(repo, contextDir);
  const context = chooseContextFiles(drops, { phase, ...(item === null ? {} : { plan: item }) });
  return {
    text: contextText(context),
    paths: context.handed.map(({ path }) => path),
    cut: context.handed.filter(({ cut }) => cut > 0).map(({ path }) => path),
    leftOut: context.leftOut,
    misread,
  };
}

/** The same for a call that is about to be made: its words are kept and the journal is told, before anybody is asked (H1). */
export async function recordCallContext(
  { item }: Pick<AgentInput, 'item'>,
  role: Pick<Role<never, unknown>, 'contextPhase'>,
  { repo, contextDir = '' }: { readonly repo: string; readonly contextDir?: string },
  runFolder: string,
  { key, note }: Pick<PerformContext<AbortSignal>, 'key' | 'note'>,
): Promise<string> {
  const { text, ...told } = readCallContext(repo, contextDir, role, item);
  if (text === '' && told.misread.length === 0) return text;
  const name = basename(await reserveArtifact(runFolder, key, '.context.md'));
  const { path: artifact, sha256 } = await writeArtifact(runFolder, name, text);
  const list = (name: keyof typeof told) => told[name].join(', ');
  const listed = { paths: list('paths'), cut: list('cut'), leftOut: list('leftOut'), misread: list('misread') };
  await note('agent.context', { ...listed, artifact, sha256 });
  return text;
}
