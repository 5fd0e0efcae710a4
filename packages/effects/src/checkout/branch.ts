/**
 * Puts the checkout on a branch of its own, from where it stands (W-60). No file is touched.
 *
 *   B1. The branch says whose it is (`branch.<name>.harnessEffect`) before it is there, so that a second try finds the
 *       name of the first, and two are never made.
 *   B2. A branch of somebody else is not taken: the next number is.
 *   B3. What is on a branch that is moved is kept first.
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

export async function openBranch(given: CheckoutContext, { slug }: { slug: string }): Promise<Outcome<OpenedBranch>> {
  const work = await requireGit(given);
  const { repo } = work;
  const foreign = await readForeignFiles(repo);
  const base = await readRef(repo, 'HEAD^{commit}');
  const branch = (await ownBranch(work)) ?? (await newBranch(work, slug, base));
  await stand(work, branch, base);
  return ok({ branch, base, foreign });
}

/** The one that HEAD is on, when it is this run's; else the one that this effect began to make. */
async function ownBranch({ repo, run, key }: GitCheckoutContext): Promise<string | null> {
  const owners = await ownersOf(repo);
  const here = await headBranch(repo);
  if (here !== null && owners.get(here)?.startsWith(`${run}/`)) return here;
  return [...owners].find(([, effect]) => effect === effectName({ run, key }))?.[0] ?? null;
}

/** A session went on in another run: its branch is that run's now, and nobody else gives it back. */
export async function adoptBranch(repo: string, branch: string, run: string): Promise<void> {
  if ((await readRef(repo, branchRef(branch))) !== null)
    await gitOrThrow(repo, ['config', '--local', ownerKey(branch), `${run}/adopted`]);
}

export const isOwn = async ({ repo, run }: GitCheckoutContext, branch: string): Promise<boolean> =>
  (await ownersOf(repo)).get(branch)?.startsWith(`${run}/`) === true;

/** Each branch that an effect made, with its name. */
async function ownersOf(repo: string): Promise<ReadonlyMap<string, string>> {
  const result = await git(repo, ['config', '--local', '-z', '--get-regexp', String.raw`^branch\..*\.harnesseffect$`]);
  if (result.exitCode > 1) throw gitErrorFrom(result); // 1 says that there is none
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
    await gitOrThrow(repo, ['config', '--local', '--unset', ownerKey(branch)]); // somebody was faster
  }
}

export const ownerKey = (branch: string): string => `branch.${branch}.harnessEffect`;
/** Where HEAD was before, so that it can go back. */
export const fromKey = (branch: string): string => `branch.${branch}.harnessFrom`;

/** HEAD is moved, not the files: the branch is where HEAD was. */
async function stand(work: GitCheckoutContext, branch: string, base: string | null): Promise<void> {
  const { repo } = work;
  const here = await headBranch(repo);
  if (here === branch) return;
  const ref = branchRef(branch);
  if (base !== null) {
    const tip = await readRef(repo, ref);
    if (tip !== null) await keepCommits(work, [tip], [base]); // the user committed elsewhere while we were dead
    if (tip !== base) await gitOrThrow(repo, ['update-ref', ref, base, tip ?? '']);
  }
  if (here !== null) await gitOrThrow(repo, ['config', '--local', fromKey(branch), here]);
  const from = here ?? base ?? 'nothing';
  await gitOrThrow(repo, ['symbolic-ref', '-m', `checkout: moving from ${from} to ${branch}`, 'HEAD', ref]);
}

/** Null when HEAD is detached. */
export async function headBranch(repo: string): Promise<string | null> {
  const result = await git(repo, ['symbolic-ref', '--quiet', 'HEAD']);
  if (result.exitCode > 1) throw gitErrorFrom(result);
  return result.exitCode === 0 ? result.stdout.trim().replace(/^refs\/heads\//, '') : null;
}
