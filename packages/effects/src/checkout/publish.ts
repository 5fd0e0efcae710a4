/**
 * Puts a feature that passed on the branch of the user's checkout: exactly the tree that was proved, by compare-and-swap.
 *
 *   D1. Exactly once: what it makes carries the key of its effect, and a second try finds it by that.
 *   D2. A branch that is not where the work begins from is not moved, nor is one that the checkout has left.
 *   D3. No file is written: it is in the checkout already. The index follows, but for what somebody staged since.
 *   D4. Once the branch is moved it is published: an index that cannot follow, because somebody holds it, is said and no failure.
 *   D5. A change that brings a secret of ours along is not committed, and its files are named, never its value.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { PublishedCommit } from '@harness/core/effects/checkout';
import type { Lane } from '@harness/core/effects/git';
import type { PublishResult } from '@harness/core/effects/publish-lane';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { GitError, git, gitErrorFrom } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { findFilesWithSecrets } from '../git/lane/find-secrets.ts';
import { messageOf } from '../git/refs/commit.ts';
import { readRef, treesOf, writeCommit } from '../git/refs/ref.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { findEarlierCommit, refreshIndex, unstagedPaths } from './commit.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { standsOn } from './lane.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly message: string;
  readonly as: PublishedCommit;
}

export async function publishCheckout(given: CheckoutContext, args: Args): Promise<Outcome<PublishResult>> {
  const work = await requireGit(given);
  const { repo } = work;
  const { lane, checkpoint } = args;
  const tip = await standsOn(repo, lane.branch);
  if (!tip.ok) return tip;
  const made = await findEarlierCommit(work, lane.base, tip.value);
  if (made !== null) {
    const left = made === tip.value ? await bringAlong(repo, lane, made, () => unstagedPaths(repo, made)) : '';
    return published(lane, made, left);
  }
  if (tip.value !== lane.base) return ok({ is: 'base-moved' });
  const [tree = '', before] = await treesOf(repo, checkpoint, lane.base);
  if (tree === before) return ok({ is: 'nothing', lane });
  const leaks = await findFilesWithSecrets(repo, lane.base, checkpoint);
  if (leaks.length > 0) return fail('secret.in-change', { files: leaks.join(', ') });
  return move(work, args, await commitOf(work, args, tree));
}

async function move(
  { repo }: GitCheckoutContext,
  { lane, message }: Args,
  commit: string,
): Promise<Outcome<PublishResult>> {
  const ref = branchRef(lane.branch);
  const isUntouched = await unstagedPaths(repo, commit);
  const moved = await git(repo, ['update-ref', '-m', `commit: ${message}`, ref, commit, lane.base]);
  if (moved.exitCode !== 0 && (await readRef(repo, ref)) === lane.base) throw gitErrorFrom(moved);
  if (moved.exitCode !== 0) return ok({ is: 'base-moved' });
  return published(lane, commit, await bringAlong(repo, lane, commit, async () => isUntouched));
}

const published = (lane: Lane, commit: string, left: string): Outcome<PublishResult> =>
  ok({ is: 'published', commit, lane: { ...lane, base: commit }, left });

/** Why the index did not follow; nothing when it did. An editor holds it for a moment, as git itself does. */
async function bringAlong(
  repo: string,
  { base }: Lane,
  commit: string,
  untouched: () => Promise<(path: string) => boolean>,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      await refreshIndex(repo, commit, await untouched());
      return '';
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      if (!error.detail.includes('index.lock') || tries === mostTries) return leftBehind(base, commit, error.detail);
      await delay(betweenTriesMs);
    }
  }
}

const mostTries = 15;
const betweenTriesMs = 200;

/** Until it is brought along, git shows what was published as if it had been taken back: whoever commits there should know. */
const leftBehind = (base: string, commit: string, why: string) =>
  `its index was not moved along, because ${why}; "git read-tree -i -m ${base} ${commit}" brings it there`;

/** One commit; or the change as a commit of its own and the merge that brings it in, as `merge --no-ff` would have made them. */
async function commitOf(work: GitCheckoutContext, { lane, message, as }: Args, tree: string): Promise<string> {
  const { repo, run } = work;
  if (as === 'commit') return writeCommit(repo, tree, lane.base, messageOf(work, message));
  const own = `${ownRedactor().text(message)}\n\nHarness-Run: ${run}\n`;
  const change = await writeCommit(repo, tree, lane.base, own);
  return writeCommit(repo, tree, [lane.base, change], messageOf(work, `Merge ${message}`));
}
