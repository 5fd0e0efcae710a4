/**
 * A feature that is built in the user's own checkout, on the branch that it stands on: no folder and no branch of its own.
 * What an operation calls a lane is then the checkout itself.
 */
import type { Checkpoint, Lane, OpenedLane } from '../git.ts';
import { checkpoint } from '../git.ts';
import type { Operation } from '../operation.ts';
import { type PublishResult, publishLane, type SyncResult, syncLane } from '../publish-lane.ts';

const lane: Lane = { path: '.', branch: 'main', base: 'b0' };

/** What the user had changed before: never saved, committed or taken away. */
export interface ForeignFiles {
  readonly foreign: readonly string[];
}

/**
 * Lets the checkout hold the work of one feature: what was saved of it, on the branch as it is now. What another feature left
 * there is kept under a ref first. With `stays` the files are its own already, and are left as they are.
 */
export const openCheckout: Operation<
  ForeignFiles & { base: string; saved: { readonly base: string; readonly checkpoint: string } | null; stays: boolean },
  OpenedLane
> = {
  kind: 'checkout',
  op: 'open',
  samples: [lane],
  failures: ['git.failed', 'git.branch-moved'],
};

export const saveCheckout: Operation<ForeignFiles & { lane: Lane }, Checkpoint> = {
  kind: 'checkout',
  op: 'save',
  samples: checkpoint.samples,
  failures: ['git.failed'],
};

/** What somebody committed there meanwhile is in the files already: the work is saved on top of it. */
export const syncCheckout: Operation<ForeignFiles & { lane: Lane; checkpoint: string }, SyncResult> = {
  kind: 'checkout',
  op: 'sync',
  samples: syncLane.samples.filter(({ is }) => is !== 'conflict'),
  failures: ['git.failed', 'git.branch-moved'],
};

/** How a feature comes onto the branch: as one commit, or as a branch of its own that was merged. */
export type PublishedCommit = 'commit' | 'merge';

/** Moves the branch to exactly the tree of the checkpoint, once, if it still is where the work begins from. */
export const publishCheckout: Operation<
  { lane: Lane; checkpoint: string; message: string; as: PublishedCommit },
  PublishResult
> = {
  kind: 'checkout',
  op: 'publish',
  samples: publishLane.samples,
  failures: ['git.failed', 'git.branch-moved', 'secret.in-change'],
};

export const checkoutLaneOperations = { openCheckout, saveCheckout, syncCheckout, publishCheckout };
