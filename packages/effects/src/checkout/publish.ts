/**
 * Publishes a passed feature on the branch of the user's checkout: exactly the validated tree, by compare-and-swap.
 *
 *   D1. Exactly once: the commit carries the key of its effect, and a second try finds it.
 *   D2. A branch that has moved since the work started, or that the checkout has left, is not moved.
 *   D3. No file is written: the checkout already has them. The index is updated, except for newly staged files.
 *   D4. After the branch has moved, the feature is published. A locked index is reported, and is not a failure.
 *   D5. A change that contains a secret of the harness is not committed. Its files are named, never the value.
 */
import type { PublishedCommit } from '@harness/core/effects/checkout';
import type { Lane } from '@harness/core/effects/git';
import type { PublishResult } from '@harness/core/effects/publish-lane';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError, git, gitErrorFrom } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { refuseSecrets } from '../git/lane/find-secrets.ts';
import { messageOf } from '../git/refs/commit.ts';
import { readRef, treesOf, writeCommit } from '../git/refs/ref.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { findEarlierCommit, refreshIndex, unstagedPaths } from './commit.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { retryWhileLocked } from './index-lock.ts';
import { readCurrentTip } from './lane.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly message: string;
  readonly as: PublishedCommit;
}

export async function performPublishCheckout(given: CheckoutContext, args: Args): Promise<Outcome<PublishResult>> {
  const work = await requireGit(given);
  const { repo } = work;
  const { lane, checkpoint } = args;
  const tip = await readCurrentTip(repo, lane.branch);
  if (!tip.ok) return tip;
  const earlier = await findEarlierCommit(work, lane.base, tip.value);
  if (earlier !== null) {
    const left =
      earlier === tip.value ? await updateIndex(repo, lane, earlier, () => unstagedPaths(repo, earlier)) : '';
    return publishResult(lane, earlier, left);
  }
  if (tip.value !== lane.base) return ok({ is: 'base-moved' });
  const [tree = '', before] = await treesOf(repo, checkpoint, lane.base);
  if (tree === before) return ok({ is: 'nothing', lane });
  const refused = await refuseSecrets(repo, lane.base, checkpoint);
  if (refused !== null) return refused;
  return moveBranch(work, args, await commitOf(work, args, tree));
}

async function moveBranch(
  { repo }: GitCheckoutContext,
  { lane, message }: Args,
  commit: string,
): Promise<Outcome<PublishResult>> {
  const ref = branchRef(lane.branch);
  const isUntouched = await unstagedPaths(repo, commit);
  const moved = await git(repo, ['update-ref', '-m', `commit: ${message}`, ref, commit, lane.base]);
  if (moved.exitCode !== 0 && (await readRef(repo, ref)) === lane.base) throw gitErrorFrom(moved);
  if (moved.exitCode !== 0) return ok({ is: 'base-moved' });
  return publishResult(lane, commit, await updateIndex(repo, lane, commit, async () => isUntouched));
}

const publishResult = (lane: Lane, commit: string, left: string): Outcome<PublishResult> =>
  ok({ is: 'published', commit, lane: { ...lane, base: commit }, left });

/** Returns why the index was not updated; empty if it was. */
async function updateIndex(
  repo: string,
  { base }: Lane,
  commit: string,
  untouched: () => Promise<(path: string) => boolean>,
): Promise<string> {
  try {
    await retryWhileLocked(async () => refreshIndex(repo, commit, await untouched()));
    return '';
  } catch (error) {
    if (error instanceof GitError) return staleIndexMessage(base, commit, error.detail);
    throw error;
  }
}

/** With a stale index, git shows the published change as a staged reversal, so the user must know before committing. */
const staleIndexMessage = (base: string, commit: string, why: string) =>
  `its index was not updated, because ${why}; run "git read-tree -i -m ${base} ${commit}" to update it`;

/** One commit; or the change and a merge commit, like `merge --no-ff`. */
async function commitOf(work: GitCheckoutContext, { lane, message, as }: Args, tree: string): Promise<string> {
  const { repo, run } = work;
  if (as === 'commit') return writeCommit(repo, tree, lane.base, messageOf(work, message));
  const own = `${ownRedactor().text(message)}\n\nHarness-Run: ${run}\n`;
  const change = await writeCommit(repo, tree, lane.base, own);
  return writeCommit(repo, tree, [lane.base, change], messageOf(work, `Merge ${message}`));
}
