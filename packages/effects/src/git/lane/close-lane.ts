/**
 * Closes a lane: the worktree goes, and the branch too if it holds nothing.
 *
 *   X1. What is nowhere else is kept under a ref before anything is removed.
 *   X2. A branch that another run has meanwhile, that somebody has checked out, or that was there before is not touched.
 */
import { basename } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import { removeLaneResources } from '../dependencies/lane-resources.ts';
import { keepUnreachableWork, treesOnBranch } from '../refs/keep-unreachable.ts';
import { listKeptRefs } from '../refs/kept-refs.ts';
import { deleteRef, deleteRefs, isCheckedOut, isHeld, readRef } from '../refs/ref.ts';
import { removeStaleLocks, removeWorktree } from '../worktree/worktree.ts';
import { branchRef, findOwnership, releaseOwnership } from './branch-ownership.ts';
import { laneFolder, lanePath } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Closed {
  readonly kept: string | null;
  readonly branchRemoved: boolean;
}

export async function closeLane(
  work: GitContext,
  { lane, name = work.run }: { lane: Lane | null; name?: string },
): Promise<Outcome<Closed>> {
  const own = lane ?? (await laneOf(work, name));
  return own === null ? ok({ kept: null, branchRemoved: false }) : close(work, own);
}

/** The lane that is claimed under this name, however far it came. */
async function laneOf({ repo }: GitContext, name: string): Promise<Lane | null> {
  const claim = await findOwnership(repo, name);
  if (claim === null) return null;
  const { branch, base, continues } = claim;
  return { path: lanePath(name), branch, base, ...(continues ? { continues: true } : {}) };
}

async function close(work: GitContext, lane: Lane): Promise<Outcome<Closed>> {
  const folder = laneFolder(work.repo, lane.path);
  return withLaneLock(folder, async () => {
    await removeStaleLocks(work, null, lane.branch);
    await keepUnreachableWork(work, folder, lane);
    await removeWorktree(work, folder);
    await removeLaneResources(work.repo, folder);
    const tip = await readRef(work.repo, branchRef(lane.branch));
    const kept = await keptOffBranch(work, lane, tip ?? lane.base);
    return ok({ kept, branchRemoved: await removeBranch(work.repo, lane, tip) });
  });
}

async function removeBranch(repo: string, lane: Lane, tip: string | null): Promise<boolean> {
  const { path, branch, base, continues } = lane;
  const ref = branchRef(branch);
  const isEmpty = tip === null || (!continues && (await isHeld(repo, tip, [base])));
  const claim = await findOwnership(repo, basename(path));
  // An earlier try came as far as giving the name back: an empty branch of this name is another run's by now.
  if (claim?.branch !== branch) return isEmpty;

  const isRemovable = !claim.continues && isEmpty && tip !== null && !(await isCheckedOut(repo, ref));
  if (isRemovable && (await deleteRefs(repo, [ref, tip], [claim.ref, claim.commit]))) return true;
  if (isRemovable) await deleteRef(repo, ref, tip);
  await releaseOwnership(repo, claim);
  return isRemovable || tip === null;
}

/** The newest work of this lane that the branch does not have. Older refs are what it grew out of, or other lanes left them. */
async function keptOffBranch(work: GitContext, { base, keptBefore = 0 }: Lane, tip: string): Promise<string | null> {
  const newest = (await listKeptRefs(work)).at(-1);
  if (newest === undefined || newest.number <= keptBefore) return null;
  return (await treesOnBranch(work.repo, base, tip)).includes(newest.tree) ? null : newest.ref;
}
