/**
 * Commits the change of this run on its branch in the user's checkout (W-144 to W-147).
 *
 *   C1. Exactly once: the commit carries the key of its effect, and a second try finds it.
 *   C2. Changed and staged files of the user are not part of it, and stay staged.
 *   C3. A branch that HEAD has left is not moved. No hook runs.
 *   C4. A change that contains a secret of the harness is not committed; it is kept under a ref.
 *   C5. Only the verified tree is committed, with documents of the session. Files that differ from it are reported.
 */
import type { CheckoutCommit, CommitArgs } from '@harness/core/effects/checkout';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { refuseSecrets } from '../git/lane/find-secrets.ts';
import { effectName, messageOf } from '../git/refs/commit.ts';
import { readRef, writeCommit } from '../git/refs/ref.ts';
import { headBranch } from './branch.ts';
import { parseRows, writeTree } from './change.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { keepState } from './keep-checkout.ts';
import { putRows, stageChange } from './stage.ts';

export async function performCommitCheckout(
  given: CheckoutContext,
  args: CommitArgs,
): Promise<Outcome<CheckoutCommit>> {
  const work = await requireGit(given);
  const { repo } = work;
  const tip = await readRef(repo, branchRef(args.branch));
  const earlier = tip === null ? null : await findEarlierCommit(work, args.base, tip);
  const current = await headBranch(repo);
  if (current !== args.branch)
    return earlier ? ok({ commit: earlier, unstaged: [] }) : moved(args, current ?? 'no branch');

  const { code, tree, unstaged } = await stageChange(work, args, tip);
  if (earlier !== null) {
    if (earlier === tip) await refreshIndex(repo, earlier, await unstagedPaths(repo, earlier));
    return ok({ commit: earlier, unstaged });
  }
  const changed = await findUnverified(repo, code, args);
  if (changed.length > 0) return ok({ commit: null, unstaged: [], changed });
  const before = await writeTree(repo, tip);
  if (tree === before) return ok({ commit: null, unstaged });
  const refused = await refuseSecrets(repo, before, tree);
  if (refused !== null) {
    await keepState(work, tree, tip);
    return refused;
  }

  const commit = await writeCommit(repo, tree, tip, messageOf(work, args.message));
  const advanced = await advance(work, args, tip, commit);
  if (!advanced.ok) return advanced;
  await refreshIndex(repo, commit, () => true);
  return ok({ commit, unstaged });
}

const maxNamed = 10;

/** The first files that differ from the verified commit. */
async function findUnverified(repo: string, code: string, { verified }: CommitArgs): Promise<readonly string[]> {
  if (verified === undefined) return [];
  const rows = await parseRows(repo, { from: await writeTree(repo, verified), to: code });
  return rows.slice(0, maxNamed).map(({ path }) => path);
}

/** The commit of this effect, also if later commits follow. Only trailers count: a task may quote these words. */
export async function findEarlierCommit(
  work: GitCheckoutContext,
  base: string | null,
  tip: string,
): Promise<string | null> {
  const format = '--format=%H %(trailers:key=Harness-Effect,valueonly,separator=%x20)';
  const rows = await gitOrThrow(work.repo, ['log', format, tip, ...(base === null ? [] : ['--not', base])]);
  const row = rows.split('\n').find((each) => each.slice(each.indexOf(' ') + 1) === effectName(work));
  return row === undefined ? null : row.slice(0, row.indexOf(' '));
}

async function advance({ repo }: GitCheckoutContext, args: CommitArgs, tip: string | null, commit: string) {
  const subject = args.message.trim().split('\n')[0] ?? '';
  const ref = branchRef(args.branch);
  const result = await git(repo, ['update-ref', '-m', `commit: ${subject}`, ref, commit, tip ?? '']);
  if (result.exitCode === 0) return ok(commit);
  const found = await readRef(repo, ref);
  if (found === tip) throw gitErrorFrom(result);
  return moved(args, found ?? 'no branch');
}

const moved = ({ branch, base }: CommitArgs, found: string) =>
  fail('git.branch-moved', { branch, expected: base ?? 'no commit', found });

/** Updates only the paths of the commit. Otherwise git would show them as staged reversals. */
export async function refreshIndex(repo: string, commit: string, isWanted: (path: string) => boolean): Promise<void> {
  const rows = await parseRows(repo, { from: await treeBefore(repo, commit), to: await writeTree(repo, commit) });
  await putRows(
    repo,
    rows.filter(({ path }) => isWanted(path)),
  );
  // It exits with 1 if a file differs from the index, which is expected.
  await git(repo, ['update-index', '-q', '--refresh']);
}

/** Paths whose index entry is still the old one: changes that the user staged after a crash stay staged. */
export async function unstagedPaths(repo: string, commit: string): Promise<(path: string) => boolean> {
  const args = ['diff-index', '--cached', '--name-only', '--no-renames', '-z', await treeBefore(repo, commit)];
  const touched = new Set((await gitOrThrow(repo, args)).split('\0'));
  return (path) => !touched.has(path);
}

const treeBefore = async (repo: string, commit: string) => writeTree(repo, await readRef(repo, `${commit}^`));
