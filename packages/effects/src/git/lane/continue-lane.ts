/**
 * Opens a lane on an existing branch, and merges another commit into it if requested.
 *
 *   G1. The branch does not move: the merge is in the files of the lane, and reaches the branch with the commit.
 *   G2. Conflicts are in the lane with git's conflict markers, and are reported.
 *   G3. After a crash it is repeated from the same commit of the branch.
 */

import type { Lane, MergedBranch } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError } from '../command.ts';
import type { GitContext } from '../context.ts';
import { equipLane } from '../dependencies/equip-lane.ts';
import { discardLane } from '../refs/keep-unreachable.ts';
import { isAncestor, mergeToTree, readRef, writeCommit } from '../refs/ref.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import { type BranchOwnership, branchRef, findOwnership, takeExistingBranch } from './branch-ownership.ts';
import { ensureLane, laneFolder, lanePath } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface ContinuedLane {
  readonly lane: Lane;
  readonly conflicts: readonly string[];
}

export async function performContinueLane(
  work: GitContext,
  { branch, bring, installTimeoutMs }: { branch: string; bring?: string; installTimeoutMs?: number },
): Promise<Outcome<ContinuedLane>> {
  const path = lanePath(work.run);
  const folder = laneFolder(work.repo, path);
  return withLaneLock(folder, async () => {
    const claim = (await findEarlierClaim(work, folder)) ?? (await takeExistingBranch(work.repo, work.run, branch));
    if (claim === null) throw new GitError(`the branch ${branch} does not exist`);
    const { brought, conflicts } = bring === undefined ? noMerge : await mergeInto(work.repo, claim.base, bring);
    const { worktree } = await ensureLane(work, folder, claim);
    const { base } = claim;
    const commit = brought?.merged ?? base;
    if (!(await readPendingWrite(worktree)).done) await writeLaneFiles(worktree, commit, null);
    const given = await equipLane(work, worktree, commit, installTimeoutMs === undefined ? {} : { installTimeoutMs });
    if (!given.ok) return given;
    const lane: Lane = { path, branch: claim.branch, base, continues: true, ...(brought ? { brought } : {}) };
    return ok({ lane, conflicts });
  });
}

/** Claim of an earlier try, if the branch has not moved. */
async function findEarlierClaim(work: GitContext, folder: string): Promise<BranchOwnership | null> {
  const claim = await findOwnership(work.repo, work.run);
  if (claim === null || (await readRef(work.repo, branchRef(claim.branch))) === claim.base) return claim;
  return discardLane(work, folder, claim);
}

interface MergeIn {
  readonly brought: MergedBranch | undefined;
  readonly conflicts: readonly string[];
}
const noMerge: MergeIn = { brought: undefined, conflicts: [] };

async function mergeInto(repo: string, base: string, commit: string): Promise<MergeIn> {
  if (await isAncestor(repo, commit, base)) return noMerge;
  const { tree, files: conflicts } = await mergeToTree(repo, base, commit);
  const merged = await writeCommit(repo, tree, [base, commit], 'harness: what was brought into the lane');
  return { brought: { commit, merged }, conflicts };
}
