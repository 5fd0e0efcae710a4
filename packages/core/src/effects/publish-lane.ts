/**
 * How a lane comes to the base branch: the base is brought into the lane, proved there, and only then moved, by
 * compare-and-swap. Nothing half merged is ever on the base.
 */
import type { Lane } from './git.ts';
import type { Operation } from './operation.ts';

const lane: Lane = { path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b1' };

/** What the lane is after the base was brought into it. */
export type SyncResult =
  /** The base has not moved: what was proved is what would be merged. */
  | { readonly is: 'current' }
  /** The lane now begins from the base as it is, with its own change on top. */
  | { readonly is: 'brought'; readonly lane: Lane; readonly checkpoint: string }
  /** The same, with the marks of a conflict in these files. */
  | { readonly is: 'conflict'; readonly lane: Lane; readonly checkpoint: string; readonly files: readonly string[] };

/** With `onto` the base is what the branch is together with these commits, or branches. */
export const syncLane: Operation<
  { lane: Lane; checkpoint: string; base: string; onto?: readonly string[] },
  SyncResult
> = {
  kind: 'git',
  op: 'sync-lane',
  samples: [
    { is: 'current' },
    { is: 'brought', lane, checkpoint: 'c2' },
    { is: 'conflict', lane, checkpoint: 'c2', files: ['a.ts'] },
  ],
  failures: ['git.failed'],
};

export type PublishResult =
  /** `left` says why a checkout of the base was not moved along; nothing when it was, or there is none. */
  | { readonly is: 'published'; readonly commit: string; readonly lane: Lane; readonly left: string }
  /** Nothing differs from the base: there is nothing to merge. */
  | { readonly is: 'nothing'; readonly lane: Lane }
  | { readonly is: 'base-moved' };

/** Moves the base to exactly the tree of the checkpoint, if it still is where the lane begins from. */
export const publishLane: Operation<{ lane: Lane; checkpoint: string; base: string; message: string }, PublishResult> =
  {
    kind: 'git',
    op: 'publish-lane',
    samples: [
      { is: 'published', commit: 'm1', lane: { ...lane, base: 'm1' }, left: '' },
      { is: 'nothing', lane },
      { is: 'base-moved' },
    ],
    failures: ['git.failed', 'secret.in-change'],
  };

/** Which files a checkpoint changes beside those that a feature names, as globs. Reads only. */
export const inspectScope: Operation<
  { lane: Lane; checkpoint: string; files: readonly string[] },
  { readonly outside: readonly string[] }
> = {
  kind: 'git',
  op: 'inspect-scope',
  samples: [{ outside: [] }, { outside: ['other.ts'] }],
  failures: ['git.failed'],
};
