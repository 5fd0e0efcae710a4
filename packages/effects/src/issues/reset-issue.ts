/**
 * Moves the branch of the checkout back to the commit before an issue (I-47, I-48).
 *
 *   R1. Only while each commit since is one of the issue's own, and every uncommitted file is one that this run saved.
 *       Otherwise nothing is touched, and the commits and files of others are named. A person may agree to exactly those.
 *   R2. Commits, files and staged files are under one ref before the branch moves.
 *   R3. The branch moves by compare-and-swap, and only if this checkout is on it and no other worktree is.
 *   R4. A repeated try finds its ref and continues: files that were half restored are not those of a person.
 */
import type { Lane } from '@harness/core/effects/git';
import type { ResetReport } from '@harness/core/effects/issues';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { requireNoBlockingFiles } from '../checkout/blocking-files.ts';
import { ownRows, writeTree } from '../checkout/change.ts';
import { restoreFiles } from '../checkout/checkout-snapshot.ts';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { retryWhileLocked } from '../checkout/index-lock.ts';
import { readCurrentTip } from '../checkout/lane.ts';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { isAncestor, readRef } from '../git/refs/ref.ts';
import { ownPaths, readCheckoutFiles, withCheckout } from './checkout-access.ts';
import type { IssuesContext } from './context.ts';
import { requireIdleCheckout } from './idle-checkout.ts';
import { findForeign, keepBeforeReset, type ResetArgs, readResetState } from './reset-state.ts';
import { withoutUncoveredFiles } from './uncovered-files.ts';

export const performResetIssue = (given: IssuesContext, args: ResetArgs): Promise<Outcome<ResetReport>> =>
  withCheckout<ResetReport>(given, async (work) => {
    const tip = await findTip(work, args.lane, args.to);
    if (!tip.ok) return tip;
    await requireIdleCheckout(work, args.lane.branch);
    const state = await readResetState(work, args, tip.value);
    const { isAgreed, ...foreign } = findForeign(state, args);
    if (!isAgreed) return ok({ is: 'foreign', ...foreign });
    const kept = await keepBeforeReset(work, state);
    const moved = await moveBranch(work, args, tip.value);
    if (!moved.ok) return moved;
    await restoreCheckout(work, args);
    return ok({ is: 'reset', kept });
  });

/** Fails if the user switched the branch, or moved it to where the issue's start is not below it. */
async function findTip({ repo }: GitCheckoutContext, { branch }: Lane, to: string): Promise<Outcome<string>> {
  const tip = await readCurrentTip(repo, branch);
  if (!tip.ok || (await isAncestor(repo, to, tip.value))) return tip;
  return fail('git.branch-moved', { branch, expected: to, found: tip.value });
}

/** R3. */
async function moveBranch({ repo }: GitCheckoutContext, { lane, to }: ResetArgs, tip: string): Promise<Outcome<null>> {
  if (tip === to) return ok(null);
  const ref = branchRef(lane.branch);
  const moved = await git(repo, ['update-ref', '-m', `reset: moving to ${to}`, ref, to, tip]);
  if (moved.exitCode === 0) return ok(null);
  const found = await readRef(repo, ref);
  if (found === tip) throw gitErrorFrom(moved);
  return fail('git.branch-moved', { branch: lane.branch, expected: tip, found: found ?? 'no branch' });
}

/** The caller has kept everything that differs. Ignored files stay, unless an ignore file of the issue hid them. */
async function restoreCheckout(work: GitCheckoutContext, { to, leaves }: ResetArgs): Promise<void> {
  const change = { from: await readCheckoutFiles(work, to, leaves), to: await writeTree(work.repo, to) };
  const rows = await ownRows(work.repo, change, ownPaths(leaves));
  const paths = rows.map(({ path }) => path);
  await withoutUncoveredFiles(work, paths, async () => {
    await requireNoBlockingFiles(work, change.from, rows);
    await restoreFiles(work, change, paths);
  });
  await retryWhileLocked(() => gitOrThrow(work.repo, ['read-tree', '--reset', to]));
  await git(work.repo, ['update-index', '-q', '--refresh']); // it exits with 1 if files differ, such as those that are left alone
}
