/**
 * Uses the user's checkout as the lane in which features are built one after another.
 *
 *   H1. Files that belong to no unfinished feature are kept under a ref before they are removed.
 *   H2. Foreign files and `.harness` are neither read nor touched.
 *   H3. A file that blocks a restore and is in no tree, such as an ignored one, stays and is reported.
 *   H4. Each step depends only on the current state, so it can be repeated after any crash.
 */
import type { SavedCheckout } from '@harness/core/effects/checkout';
import type { HeldFiles, Lane, OpenedLane } from '@harness/core/effects/git';
import type { SyncResult } from '@harness/core/effects/publish-lane';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { writeArtifact } from '../artifact/store.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { mergeTrees } from '../git/lane/sync-lane.ts';
import { readRef, treesOf } from '../git/refs/ref.ts';
import { diffBetween } from '../git/worktree/diff.ts';
import { keepDependencies } from '../room/kept-dependencies.ts';
import { requireNoBlockingFiles } from './blocking-files.ts';
import { headBranch } from './branch.ts';
import { ownRows, readChangeSince } from './change.ts';
import { restoreFiles } from './checkout-snapshot.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { placeHeldFiles, restoreHeldFiles } from './held-files.ts';
import { withIgnoredHeldFiles } from './held-trees.ts';
import { keepState } from './keep-checkout.ts';
import { codeTree } from './stage.ts';

interface OpenArgs {
  readonly base: string;
  readonly saved: { readonly base: string; readonly checkpoint: string } | null;
  readonly stays: boolean;
  readonly foreign: readonly string[];
}

export async function performOpenCheckout(given: CheckoutContext, args: OpenArgs): Promise<Outcome<OpenedLane>> {
  const work = await requireGit(given);
  await keepDependencies(work.repo, work.run); // before the first worker of the run may change them
  const tip = await readCurrentTip(work.repo, args.base);
  if (!tip.ok) return tip;
  const lane: Lane = { path: '.', branch: args.base, base: tip.value };
  const own = await ownTree(work, tip.value, args.foreign);
  if (args.stays) return ok({ ...lane, ...(await unsavedFiles(work, args.saved, own, tip.value)) });
  const { tree, files } = await wantedTree(work.repo, args.saved, tip.value);
  if (own !== tree) {
    const rows = await ownRows(work.repo, { from: own, to: tree }, ownChange(args.foreign));
    await requireNoBlockingFiles(work, own, rows);
    await keepState(work, own, tip.value);
    await restoreFiles(
      work,
      { from: own, to: tree },
      rows.map(({ path }) => path),
    );
  }
  const opened = { ...lane, ...(await unsavedFiles(work, args.saved, tree, tip.value)) };
  return ok(files.length > 0 ? { ...opened, conflicts: files } : opened);
}

/** Saves the files before the worker, unless they are saved: after a crash they show whether it wrote anything. */
async function unsavedFiles(
  work: GitCheckoutContext,
  saved: OpenArgs['saved'],
  tree: string,
  tip: string,
): Promise<Pick<OpenedLane, 'files'>> {
  const known = saved?.base === tip ? saved.checkpoint : tip;
  return (await treesOf(work.repo, known)).includes(tree) ? {} : { files: await keepState(work, tree, tip) };
}

interface SaveArgs {
  readonly lane: Lane;
  readonly foreign: readonly string[];
  readonly before?: string;
  readonly holds?: HeldFiles;
  readonly places?: true;
}

export async function performSaveCheckout(
  given: CheckoutContext,
  { lane, foreign, before, holds, places }: SaveArgs,
): Promise<Outcome<SavedCheckout>> {
  const work = await requireGit(given);
  if (holds !== undefined) {
    const change = { ...ownChange(foreign), base: lane.base, holds };
    await (places ? placeHeldFiles(work, change) : restoreHeldFiles(work, change));
  }
  const tree = await withIgnoredHeldFiles(work, await ownTree(work, lane.base, foreign), holds);
  const commit = await keepState(work, tree, lane.base);
  const { changedFiles, touched, text } = await diffBetween(work.repo, lane.base, commit);
  const diff = await writeArtifact(work.runFolder, `${commit}.diff`, text);
  const isUnchanged = before !== undefined && (await treesOf(work.repo, before)).includes(tree);
  return ok({ commit, changedFiles, touched, diff, ...(isUnchanged ? { isUnchanged } : {}) });
}

export async function performSyncCheckout(
  given: CheckoutContext,
  { lane, foreign, holds }: Pick<SaveArgs, 'lane' | 'foreign' | 'holds'>,
): Promise<Outcome<SyncResult>> {
  const work = await requireGit(given);
  const tip = await readCurrentTip(work.repo, lane.branch);
  if (!tip.ok) return tip;
  if (tip.value === lane.base) return ok({ is: 'current' });
  const tree = await withIgnoredHeldFiles(work, await ownTree(work, tip.value, foreign), holds);
  const checkpoint = await keepState(work, tree, tip.value);
  return ok({ is: 'brought', lane: { ...lane, base: tip.value }, checkpoint });
}

/** The commit of the branch, if the checkout is on it. A branch that the user switched to is not used. */
export async function readCurrentTip(repo: string, branch: string): Promise<Outcome<string>> {
  const [here, tip] = [await headBranch(repo), await readRef(repo, `${branchRef(branch)}^{commit}`)];
  if (here === branch && tip !== null) return ok(tip);
  return fail('git.branch-moved', { branch, expected: branch, found: here ?? 'no branch' });
}

/** The saved work, merged with the current branch if it moved. */
async function wantedTree(repo: string, saved: OpenArgs['saved'], tip: string) {
  if (saved !== null && saved.base !== tip) return mergeTrees(repo, saved.base, saved.checkpoint, tip);
  const [tree = ''] = await treesOf(repo, saved?.checkpoint ?? tip);
  return { tree, files: [] };
}

const ownChange = (foreign: readonly string[]) => ({ foreign, docsPath: '.harness' });

async function ownTree(work: GitCheckoutContext, base: string, foreign: readonly string[]): Promise<string> {
  const mine = ownChange(foreign);
  const rows = await ownRows(work.repo, await readChangeSince(work, base, mine), mine);
  return codeTree(work, rows, base);
}
