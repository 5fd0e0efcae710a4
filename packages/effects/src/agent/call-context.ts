/**
 * Reads the context files for a call from the user's checkout (D-02), right before the call: a file added during the
 * run reaches the next call.
 *
 *   H1. The journal records the context of a call: the paths in a note, the text as an artifact.
 *   H2. A role without a phase gets no context. The planner reads its context in its survey.
 */
import { basename } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { chooseContextFiles, contextText } from '@harness/core/plans/context';
import type { Role } from '@harness/core/role/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readContextFiles } from '../plans/context-files.ts';

export interface CallContextFiles {
  /** The part of the prompt; empty if there is no context. */
  readonly text: string;
  readonly paths: readonly string[];
  /** Paths of files that were truncated, skipped for lack of room, or could not be parsed. */
  readonly cut: readonly string[];
  readonly leftOut: readonly string[];
  readonly misread: readonly string[];
}

const noContext: CallContextFiles = { text: '', paths: [], cut: [], leftOut: [], misread: [] };

/** `contextDir` is relative to the repository; empty if the run has none. */
export async function readCallContext(
  repo: string,
  contextDir: string,
  { contextPhase: phase }: Pick<Role<never, unknown>, 'contextPhase'>,
  item: string | null,
): Promise<CallContextFiles> {
  if (phase === undefined || contextDir === '') return noContext;
  const { drops, misread } = await readContextFiles(repo, contextDir);
  const context = chooseContextFiles(drops, { phase, ...(item === null ? {} : { plan: item }) });
  return {
    text: contextText(context),
    paths: context.handed.map(({ path }) => path),
    cut: context.handed.filter(({ cut }) => cut > 0).map(({ path }) => path),
    leftOut: context.leftOut,
    misread,
  };
}

export async function recordCallContext(
  { item }: Pick<AgentInput, 'item'>,
  role: Pick<Role<never, unknown>, 'contextPhase'>,
  { repo, contextDir = '' }: { readonly repo: string; readonly contextDir?: string },
  runFolder: string,
  { key, note }: Pick<PerformContext<AbortSignal>, 'key' | 'note'>,
): Promise<string> {
  const { text, ...files } = await readCallContext(repo, contextDir, role, item);
  if (text === '' && files.misread.length === 0) return text;
  const name = basename(await reserveArtifact(runFolder, key, '.context.md'));
  const { path: artifact, sha256 } = await writeArtifact(runFolder, name, text);
  const list = (name: keyof typeof files) => files[name].join(', ');
  const listed = { paths: list('paths'), cut: list('cut'), leftOut: list('leftOut'), misread: list('misread') };
  await note('agent.context', { ...listed, artifact, sha256 });
  return text;
}
