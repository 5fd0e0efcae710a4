/** What becomes of a lane whose feature passed and is not merged: its branch stays, with exactly what was proved on it. */
import type { Lane } from './git.ts';
import type { Operation } from './operation.ts';

const lane: Lane = { path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b1' };

export type KeptLane =
  | { readonly is: 'kept'; readonly commit: string; readonly lane: Lane }
  /** Nothing differs from what it began on: there is nothing to keep. */
  | { readonly is: 'nothing'; readonly lane: Lane }
  /** The base, or the work that it begins on, is not where the lane begins from: what would be kept was never proved. */
  | { readonly is: 'base-moved' };

/** Puts the tree of the checkpoint on the branch of the lane as one commit. The base is only read. */
export const keepLane: Operation<
  { lane: Lane; checkpoint: string; base: string; onto: readonly string[]; message: string },
  KeptLane
> = {
  kind: 'git',
  op: 'keep-lane',
  samples: [{ is: 'kept', commit: 'k1', lane }, { is: 'nothing', lane }, { is: 'base-moved' }],
  failures: ['git.failed', 'git.branch-moved', 'secret.in-change'],
};
