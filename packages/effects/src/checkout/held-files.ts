/**
 * Gives the checkout files of another commit, such as acceptance tests, which an agent must not change.
 *
 *   F1. A file of the user at one of these paths is never replaced: placing fails, and names it.
 *   F2. A file that an agent left at one of these paths is reported and kept under a ref before it is replaced, also if
 *       git ignores it.
 *   F3. Each step depends only on the current files, so it can be repeated after any crash.
 */
import { isOwnPath, type OwnChange } from '@harness/core/checkout/change';
import type { HoldArgs } from '@harness/core/effects/checkout';
import type { HeldFiles } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError } from '../git/command.ts';
import { treeWithHeldFiles } from '../git/worktree/held-files.ts';
import { requireNoBlockingFiles } from './blocking-files.ts';
import { type ChangedRow, ownRows, parseRows, readChangeSince } from './change.ts';
import { restoreFiles } from './checkout-snapshot.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { treeWithFiles } from './held-trees.ts';
import { keepState } from './keep-checkout.ts';
import { codeTree } from './stage.ts';
import { withIgnoredFiles } from './user-files/foreign.ts';

export interface HeldChange extends OwnChange {
  readonly base: string | null;
  readonly holds: HeldFiles;
}

export async function performHoldFiles(given: CheckoutContext, args: HoldArgs): Promise<Outcome<'held'>> {
  const work = await requireGit(given);
  await placeHeldFiles(work, await withIgnoredFiles(work, args));
  return ok('held');
}

/** Writes the files for the first time (F1), and removes those that are gone. */
export async function placeHeldFiles(work: GitCheckoutContext, change: HeldChange): Promise<void> {
  const { holds } = change;
  const isOwn = isOwnPath(change);
  const theirs = holds.files.filter((path) => !isOwn(path));
  if (theirs.length > 0) throw new GitError(`these paths belong to your own uncommitted files: ${named(theirs)}`);
  await replace(work, change, holds.gone ?? [], (own, rows) => requireNoBlockingFiles(work, own, rows));
}

/** Restores the files after an agent (F2). */
export const restoreHeldFiles = (work: GitCheckoutContext, change: HeldChange): Promise<void> =>
  replace(work, change, change.holds.files, async (_, rows) => {
    await work.restored?.(rows.map(({ path }) => path).filter((path) => change.holds.files.includes(path)));
  });

/** `ours` are paths at which also ignored files belong to the run. `before` runs before a file is touched. */
async function replace(
  work: GitCheckoutContext,
  change: HeldChange,
  ours: readonly string[],
  before: (own: string, rows: readonly ChangedRow[]) => Promise<void>,
): Promise<void> {
  const own = await treeWithFiles(work, await ownTreeSince(work, change), ours);
  const to = await treeWithHeldFiles(work.worktree, own, change.holds);
  if (to === own) return;
  const rows = await parseRows(work.repo, { from: own, to });
  await before(own, rows);
  await keepState(work, own, change.base);
  await restoreFiles(
    work,
    { from: own, to },
    rows.map(({ path }) => path),
  );
}

async function ownTreeSince(work: GitCheckoutContext, change: HeldChange): Promise<string> {
  const rows = await ownRows(work.repo, await readChangeSince(work, change.base, change), change);
  return codeTree(work, rows, change.base);
}

const maxNamed = 5;
const named = (paths: readonly string[]) => paths.slice(0, maxNamed).join(', ');
