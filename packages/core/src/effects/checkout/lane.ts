/** Operations for a feature that is built in the user's checkout, on its current branch. `Lane` then means the checkout itself. */
import type { Checkpoint, HeldFiles, Lane, OpenedLane } from '../git.ts';
import { checkpoint } from '../git.ts';
import { operationsOf } from '../operation.ts';
import { type PublishResult, publishLane, type SyncResult, syncLane } from '../publish-lane.ts';

const checkoutOperation = operationsOf('checkout', 'git.failed', 'git.branch-moved');

const lane: Lane = { path: '.', branch: 'main', base: 'b0' };

/** Files that the user had changed before: never saved, committed or removed. */
export interface ForeignFiles {
  readonly foreign: readonly string[];
}

/**
 * Restores the saved work of one feature in the checkout, on its current branch. Work of another feature is first kept under
 * a ref. With `stays`, the files already belong to this feature and stay unchanged.
 */
export const openCheckout = checkoutOperation<
  ForeignFiles & { base: string; saved: { readonly base: string; readonly checkpoint: string } | null; stays: boolean },
  OpenedLane
>('open', [lane, { ...lane, files: 'c1' }]);

/** `isUnchanged` is set if the files are exactly those of the commit `before`. */
export interface SavedCheckout extends Checkpoint {
  readonly isUnchanged?: true;
}

/**
 * Saves the files of the feature; with `before`, it also compares them with that commit. With `holds`, it first gives these
 * files to the checkout again; `places` writes them for the first time, where no file of the user may be.
 */
export const saveCheckout = checkoutOperation<
  ForeignFiles & { lane: Lane; before?: string; holds?: HeldFiles; places?: true },
  SavedCheckout
>(
  'save',
  [...checkpoint.samples, ...checkpoint.samples.slice(0, 1).map((saved) => ({ ...saved, isUnchanged: true as const }))],
  ['git.failed'],
);

/** Commits that others made in the checkout are already in the files: saves the work on top of them. */
export const syncCheckout = checkoutOperation<
  ForeignFiles & { lane: Lane; checkpoint: string; holds?: HeldFiles },
  SyncResult
>(
  'sync',
  syncLane.samples.filter(({ is }) => is !== 'conflict'),
);

/** How a feature gets onto the branch: as one commit, or as a merged branch. */
export type PublishedCommit = 'commit' | 'merge';

/** Moves the branch to exactly the tree of the checkpoint, once, unless the branch has moved since the work started. */
export const publishCheckout = checkoutOperation<
  { lane: Lane; checkpoint: string; message: string; as: PublishedCommit },
  PublishResult
>('publish', publishLane.samples, ['git.failed', 'git.branch-moved', 'secret.in-change']);

export const checkoutLaneOperations = { openCheckout, saveCheckout, syncCheckout, publishCheckout };
