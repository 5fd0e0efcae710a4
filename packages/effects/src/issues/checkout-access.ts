/** Gives an operation of the issue loop the user's checkout: one operation at a time, after git processes of a dead owner. */
import type { Lane } from '@harness/core/effects/git';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { ownRows, readChangeSince, writeTree } from '../checkout/change.ts';
import { type GitCheckoutContext, requireGit } from '../checkout/context.ts';
import { readCurrentTip } from '../checkout/lane.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { waitForLeftoverGit } from '../git/leftover-git.ts';
import type { IssuesContext } from './context.ts';

export async function withCheckout<Value>(
  given: IssuesContext,
  act: (work: GitCheckoutContext) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const work = await checkoutContext(given);
  await waitForLeftoverGit(work.repo);
  return withLaneLock(work.repo, () => act(work));
}

export const checkoutContext = ({ repo, run, key, runFolder, signal, context }: IssuesContext) =>
  requireGit({
    repo,
    run,
    key,
    runFolder,
    interrupted: context.interrupted,
    signal,
    kept: (ref) => context.note('work.kept', { ref }),
  });

/** Fails if the checkout is on another branch, or if the branch is not at the base of the lane. */
export async function requireBase({ repo }: GitCheckoutContext, { branch, base }: Lane): Promise<Outcome<null>> {
  const tip = await readCurrentTip(repo, branch);
  if (!tip.ok) return tip;
  return tip.value === base ? ok(null) : fail('git.branch-moved', { branch, expected: base, found: tip.value });
}

/** Paths that are neither those of the harness nor left alone. */
export const ownPaths = (leaves: readonly string[] = []) => ({ foreign: leaves, docsPath: '.harness' });

/** Tree of all files of the checkout that git does not ignore, without those that are left alone. */
export async function readCheckoutFiles(
  work: GitCheckoutContext,
  base: string,
  leaves: readonly string[] = [],
): Promise<string> {
  const { to } = await readChangeSince(work, base, ownPaths(leaves));
  return to;
}

/** The files of the harness itself are in no group. */
export const groupRows = async ({ repo }: Pick<GitCheckoutContext, 'repo'>, { base }: Lane, checkpoint: string) =>
  ownRows(repo, { from: await writeTree(repo, base), to: await writeTree(repo, checkpoint) }, ownPaths());
