/** Keeps the branch of a lane whose feature passed and is not merged, with exactly the verified tree. */
import type { Lane } from './git.ts';
import type { Operation } from './operation.ts';

const lane: Lane = { path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b1' };

export type KeptLane =
  | { readonly is: 'kept'; readonly commit: string; readonly lane: Lane }
  /** The lane has no change. */
  | { readonly is: 'nothing'; readonly lane: Lane }
  /** The base, or the work in `onto`, has moved: the result would be unverified. */
  | { readonly is: 'base-moved' };

/** Commits the tree of the checkpoint to the branch of the lane. It only reads the base. */
export const keepLane: Operation<
  { lane: Lane; checkpoint: string; base: string; onto: readonly string[]; message: string },
  KeptLane
> = {
  kind: 'git',
  op: 'keep-lane',
  samples: [{ is: 'kept', commit: 'k1', lane }, { is: 'nothing', lane }, { is: 'base-moved' }],
  failures: ['git.failed', 'git.branch-moved', 'secret.in-change'],
};
