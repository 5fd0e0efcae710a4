/**
 * Opens a branch for the run at the current commit of the checkout (W-60). No file is touched.
 *
 *   B1. The owner of the branch (`branch.<name>.harnessEffect`) is recorded before the branch exists. A second try
 *       finds the name of the first and makes no other.
 *   B2. A branch of another owner is never taken: the next number is.
 *   B3. Commits on a branch that is moved are kept first.
 */
import type { OpenedBranch } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { branchRef, namesCollide, namesTaken } from '../git/lane/branch-ownership.ts';
import { effectName } from '../git/refs/commit.ts';
import { keepCommits } from '../git/refs/kept-refs.ts';
import { createRef, readRef } from '../git/refs/ref.ts';
import { type CheckoutContext, type GitCheckoutContext, requireGit } from './context.ts';
import { readForeignFiles } from './foreign-files.ts';

export async function performOpenBranch(
  given: CheckoutContext,
  { slug }: { slug: string },
): Promise<Outcome<OpenedBranch>> {
  const work = await requireGit(given);
  const { repo } = work;
  const foreign = await readForeignFiles(repo);
  const base = await readRef(repo, 'HEAD^{commit}');
  const branch = (await findOwnBranch(work)) ?? (await newBranch(work, slug, base));
  await switchHead(work, branch, base);
  return ok({ branch, base, foreign });
}

/** The branch of HEAD if it belongs to this run; else the branch that this effect started to create. */
async function findOwnBranch({ repo, run, key }: GitCheckoutContext): Promise<string | null> {
  const owners = await ownersOf(repo);
  const current = await headBranch(repo);
  if (current !== null && owners.get(current)?.startsWith(`${run}/`)) return current;
  return [...owners].find(([, effect]) => effect === effectName({ run, key }))?.[0] ?? null;
}

/** Makes another run the owner of the branch after the session continued in that run. */
export async function adoptBranch(repo: string, branch: string, run: string): Promise<void> {
  if ((await readRef(repo, branchRef(branch))) !== null)
    await gitOrThrow(repo, ['config', '--local', ownerKey(branch), `${run}/adopted`]);
}

export const isOwnBranch = async ({ repo, run }: GitCheckoutContext, branch: string): Promise<boolean> =>
  (await ownersOf(repo)).get(branch)?.startsWith(`${run}/`) === true;

/** Branches that effects created, with the names of the effects. */
async function ownersOf(repo: string): Promise<ReadonlyMap<string, string>> {
  const result = await git(repo, ['config', '--local', '-z', '--get-regexp', String.raw`^branch\..*\.harnesseffect$`]);
  if (result.exitCode > 1) throw gitErrorFrom(result); // 1: no such key
  const rows = result.stdout.split('\0').filter((row) => row !== '');
  return new Map(
    rows.map((row) => {
      const [name = '', effect = ''] = row.split('\n');
      return [name.slice('branch.'.length, -'.harnesseffect'.length), effect];
    }),
  );
}

async function newBranch(work: GitCheckoutContext, slug: string, base: string | null): Promise<string> {
  const { repo } = work;
  const wanted = `harness/${slug}`;
  await gitOrThrow(repo, ['check-ref-format', '--branch', wanted]);
  const taken = await namesTaken(repo, wanted);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if (taken.some((other) => namesCollide(other, branch))) continue;
    await gitOrThrow(repo, ['config', '--local', ownerKey(branch), effectName(work)]);
    if (base === null || (await createRef(repo, branchRef(branch), base))) return branch;
    await gitOrThrow(repo, ['config', '--local', '--unset', ownerKey(branch)]); // another process was faster
  }
}

export const ownerKey = (branch: string): string => `branch.${branch}.harnessEffect`;
/** The branch that HEAD was on before, for the way back. */
export const fromKey = (branch: string): string => `branch.${branch}.harnessFrom`;

/** Moves HEAD without touching a file: the branch is at the commit of HEAD. */
async function switchHead(work: GitCheckoutContext, branch: string, base: string | null): Promise<void> {
  const { repo } = work;
  const current = await headBranch(repo);
  if (current === branch) return;
  const ref = branchRef(branch);
  if (base !== null) {
    const tip = await readRef(repo, ref);
    if (tip !== null) await keepCommits(work, [tip], [base]); // the user committed elsewhere while no process ran
    if (tip !== base) await gitOrThrow(repo, ['update-ref', ref, base, tip ?? '']);
  }
  if (current !== null) await gitOrThrow(repo, ['config', '--local', fromKey(branch), current]);
  await pointHead(repo, current ?? base ?? 'nothing', branch);
}

export async function pointHead(repo: string, from: string, branch: string): Promise<void> {
  const reason = `checkout: moving from ${from} to ${branch}`;
  await gitOrThrow(repo, ['symbolic-ref', '-m', reason, 'HEAD', branchRef(branch)]);
}

/** `null` if HEAD is detached. */
export async function headBranch(repo: string): Promise<string | null> {
  const result = await git(repo, ['symbolic-ref', '--quiet', 'HEAD']);
  if (result.exitCode > 1) throw gitErrorFrom(result);
  return result.exitCode === 0 ? result.stdout.trim().replace(/^refs\/heads\//, '') : null;
}
