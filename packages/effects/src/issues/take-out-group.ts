/**
 * Takes the uncommitted files of a change group out of the checkout (I-38).
 *
 *   T1. The files are under a ref before the first one is restored; so is a later edit of one of them.
 *   T2. Only files that the group changed are restored. Other files of the user, and ignored ones, are not touched.
 *   T3. Each step depends only on the current state, so it can be repeated after any crash.
 */
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { requireNoBlockingFiles } from '../checkout/blocking-files.ts';
import { parseRows, writeTree } from '../checkout/change.ts';
import { restoreFiles } from '../checkout/checkout-snapshot.ts';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { retryWhileLocked } from '../checkout/index-lock.ts';
import { keepOnce } from '../checkout/keep-checkout.ts';
import { putRows } from '../checkout/stage.ts';
import { git, gitOrThrow } from '../git/command.ts';
import { groupRows, readCheckoutFiles, requireBase, withCheckout } from './checkout-access.ts';
import type { IssuesContext } from './context.ts';
import { withoutUncoveredFiles } from './uncovered-files.ts';
import { findUnknownFiles, isDeleted } from './unknown-files.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export const performTakeOutGroup = (
  given: IssuesContext,
  { lane, checkpoint }: Args,
): Promise<Outcome<{ readonly kept: string | null }>> =>
  withCheckout<{ readonly kept: string | null }>(given, async (work) => {
    const onBase = await requireBase(work, lane);
    if (!onBase.ok) return onBase;
    const paths = new Set((await groupRows(work, lane, checkpoint)).map(({ path }) => path));
    if (paths.size === 0) return ok({ kept: null });
    const kept = await keepGroup(work, { lane, checkpoint }, paths);
    await withoutUncoveredFiles(work, paths, () => restoreGroup(work, lane.base, paths));
    await unstage(work, lane.base, paths);
    return ok({ kept });
  });

/** Returns the ref that has all files of the group. */
async function keepGroup(work: GitCheckoutContext, { lane, checkpoint }: Args, paths: ReadonlySet<string>) {
  const [base, saved] = [await writeTree(work.repo, lane.base), await writeTree(work.repo, checkpoint)];
  const now = await readCheckoutFiles(work, lane.base);
  const isWritten = (row: Parameters<typeof isDeleted>[0]) => paths.has(row.path) && !isDeleted(row);
  const edited = await findUnknownFiles(work.repo, now, [saved, base], isWritten);
  const tree = edited.length === 0 ? saved : now; // half restored files are known, so that a repeated try finds its ref
  return (await keepOnce(work, tree, lane.base, 'harness: a group that was taken out')).ref;
}

async function restoreGroup(work: GitCheckoutContext, base: string, paths: ReadonlySet<string>): Promise<void> {
  const change = { from: await readCheckoutFiles(work, base), to: await writeTree(work.repo, base) };
  const rows = (await parseRows(work.repo, change)).filter(({ path }) => paths.has(path));
  await requireNoBlockingFiles(work, change.from, rows);
  await restoreFiles(
    work,
    change,
    rows.map(({ path }) => path),
  );
}

/** Entries of the user's index for other paths stay. */
async function unstage({ repo }: GitCheckoutContext, base: string, paths: ReadonlySet<string>): Promise<void> {
  const staged = await gitOrThrow(repo, ['diff-index', '--cached', '--raw', '--no-abbrev', '--no-renames', '-z', base]);
  const rows = parseStaged(staged).filter(({ path }) => paths.has(path));
  if (rows.length > 0) await retryWhileLocked(() => putRows(repo, rows));
  await git(repo, ['update-index', '-q', '--refresh']); // it exits with 1 if other files differ, which is expected
}

/** The entries of the base: the first mode and hash of a row. */
function parseStaged(output: string) {
  const fields = output.split('\0');
  return fields.flatMap((field, at) => {
    if (at % 2 === 1 || field === '') return [];
    const [was = '', , sha = ''] = field.slice(1).split(' ');
    return [{ was, mode: /^0+$/.test(was) ? '0' : was, sha, path: fields[at + 1] ?? '' }];
  });
}
