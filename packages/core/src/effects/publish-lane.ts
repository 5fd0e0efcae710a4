/**
 * Operations that merge a lane into the base branch: merge the base into the lane, verify it there, and only then move the
 * base by compare-and-swap. The base never contains a partial merge.
 */
import type { Lane } from './git.ts';
import { operationsOf } from './operation.ts';

const gitOperation = operationsOf('git', 'git.failed');

const lane: Lane = { path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b1' };

/** The lane after merging the base into it. */
export type SyncResult =
  /** The base has not moved: the verified tree is the merged tree. */
  | { readonly is: 'current' }
  /** The lane now starts from the current base, with its own change on top. */
  | { readonly is: 'brought'; readonly lane: Lane; readonly checkpoint: string }
  /** The same, with conflict markers in these files. */
  | { readonly is: 'conflict'; readonly lane: Lane; readonly checkpoint: string; readonly files: readonly string[] };

/** With `onto`, the base is the branch with these commits or branches merged in. */
export const syncLane = gitOperation<
  { lane: Lane; checkpoint: string; base: string; onto?: readonly string[] },
  SyncResult
>('sync-lane', [
  { is: 'current' },
  { is: 'brought', lane, checkpoint: 'c2' },
  { is: 'conflict', lane, checkpoint: 'c2', files: ['a.ts'] },
]);

export type PublishResult =
  /** `left` says why a checkout of the base was not updated; empty if it was, or if there is none. */
  | { readonly is: 'published'; readonly commit: string; readonly lane: Lane; readonly left: string }
  /** The lane has no change. */
  | { readonly is: 'nothing'; readonly lane: Lane }
  | { readonly is: 'base-moved' };

/** A merge commit that no ref names yet; it fits only this base and this checkpoint. */
export interface PreparedMerge {
  readonly commit: string;
  readonly base: string;
  readonly checkpoint: string;
}

/** Writes the merge commit while the change is still judged. `null` if the lane has no change. */
export const prepareMerge = gitOperation<
  { lane: Lane; checkpoint: string; message: string },
  { readonly merge: PreparedMerge | null }
>('prepare-merge', [{ merge: { commit: 'm0', base: 'b1', checkpoint: 'c1' } }, { merge: null }]);

/** Moves the base to exactly the tree of the checkpoint, unless it has moved since the lane started. */
export const publishLane = gitOperation<
  { lane: Lane; checkpoint: string; base: string; message: string; prepared?: PreparedMerge },
  PublishResult
>(
  'publish-lane',
  [
    { is: 'published', commit: 'm1', lane: { ...lane, base: 'm1' }, left: '' },
    { is: 'nothing', lane },
    { is: 'base-moved' },
  ],
  ['git.failed', 'secret.in-change'],
);

/**
 * Finds files that a checkpoint changes outside the globs of its feature. Reads only. `contents` has the hash of each
 * file, or `gone`; earlier versions did not answer it. With `onlyDocuments`, every file counts as outside that is no
 * Markdown document, or instructs agents.
 */
export const inspectScope = gitOperation<
  { lane: Lane; checkpoint: string; files: readonly string[]; onlyDocuments?: true },
  { readonly outside: readonly string[]; readonly contents?: readonly string[] }
>('inspect-scope', [
  { outside: [], contents: [] },
  { outside: ['other.ts'], contents: ['1f'] },
]);
