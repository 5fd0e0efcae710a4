/**
 * Goes on with a branch that is there: a lane on it, with a commit of another branch brought in where that is wanted.
 *
 *   G1. The branch is not moved: what was brought in is in the files of the lane, and comes onto the branch with the commit.
 *   G2. What conflicts is in the lane with both sides between marks, as git writes them, and is named.
 *   G3. After a crash at any point it is done again, from the same commit of the branch.
 */
import type { Lane, MergedBranch } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError, git, gitErrorFrom } from '../command.ts';
import type { GitContext } from '../context.ts';
import { keepUnreachableWork } from '../refs/keep-unreachable.ts';
import { readRef, writeCommit } from '../refs/ref.ts';
import { removeWorktree } from '../worktree/worktree.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import {
  type BranchOwnership,
  branchRef,
  findOwnership,
  releaseOwnership,
  takeExistingBranch,
} from './branch-ownership.ts';
import { ensureLane, laneFolder, lanePath } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Continued {
  readonly lane: Lane;
  readonly conflicts: readonly string[];
}

export async function continueLane(
  work: GitContext,
  { branch, bring }: { branch: string; bring?: string },
): Promise<Outcome<Continued>> {
  const path = lanePath(work.run);
  const folder = laneFolder(work.repo, path);
  return withLaneLock(folder, async () => {
    const claim = (await earlier(work, folder)) ?? (await takeExistingBranch(work.repo, work.run, branch));
    if (claim === null) throw new GitError(`there is no branch ${branch} to go on with`);
    const { brought, conflicts } = bring === undefined ? nothing : await bringInto(work.repo, claim.base, bring);
    const { worktree } = await ensureLane(work, folder, claim);
    if (!(await readPendingWrite(worktree)).done) await writeLaneFiles(worktree, brought?.merged ?? claim.base, null);
    const { base } = claim;
    const lane: Lane = { path, branch: claim.branch, base, continues: true, ...(brought ? { brought } : {}) };
    return ok({ lane, conflicts });
  });
}

/** What an earlier try claimed, as long as the branch stands where it did. */
async function earlier(work: GitContext, folder: string): Promise<BranchOwnership | null> {
  const claim = await findOwnership(work.repo, work.run);
  if (claim === null || (await readRef(work.repo, branchRef(claim.branch))) === claim.base) return claim;
  await keepUnreachableWork(work, folder, claim);
  await removeWorktree(work, folder);
  await releaseOwnership(work.repo, claim);
  return null;
}

interface Bringing {
  readonly brought: MergedBranch | undefined;
  readonly conflicts: readonly string[];
}
const nothing: Bringing = { brought: undefined, conflicts: [] };

/** Nothing is brought that is in the branch already. */
async function bringInto(repo: string, base: string, commit: string): Promise<Bringing> {
  const isIn = await git(repo, ['merge-base', '--is-ancestor', commit, base]);
  if (isIn.exitCode === 0) return nothing;
  const result = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', base, commit]);
  if (result.exitCode > 1) throw gitErrorFrom(result);
  const [tree = '', ...conflicts] = result.stdout.split('\0').filter((part) => part !== '');
  const merged = await writeCommit(repo, tree, [base, commit], 'harness: what was brought into the lane');
  return { brought: { commit, merged }, conflicts };
}
