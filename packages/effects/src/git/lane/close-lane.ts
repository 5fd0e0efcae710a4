/**
 * Closes a lane: removes its worktree, and its branch if it is empty.
 *
 *   X1. Work that exists nowhere else is kept under a ref first.
 *   X2. Work that is too large to be kept stays where it is, with its lane.
 *   X3. A branch of another run, a checked out branch and an existing branch are not touched.
 */
import { basename } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { removeLaneRooms } from '../../room/remove-rooms.ts';
import type { GitContext } from '../context.ts';
import { removeLaneResources } from '../dependencies/lane-resources.ts';
import { keepUnreachableWork, treesOnBranch } from '../refs/keep-unreachable.ts';
import { listKeptRefs } from '../refs/kept-refs.ts';
import { deleteRef, deleteRefs, isCheckedOut, isHeld, readRef } from '../refs/ref.ts';
import { TooLargeError } from '../worktree/save-limit.ts';
import { removeStaleLocks, removeWorktree } from '../worktree/worktree.ts';
import { branchRef, findOwnership, releaseOwnership } from './branch-ownership.ts';
import { laneFolder, lanePath } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface CloseResult {
  readonly kept: string | null;
  readonly branchRemoved: boolean;
}

export async function performCloseLane(
  work: GitContext,
  { lane, name = work.run }: { lane: Lane | null; name?: string },
): Promise<Outcome<CloseResult>> {
  const own = lane ?? (await findLane(work, name));
  return own === null ? ok({ kept: null, branchRemoved: false }) : close(work, own);
}

/** The lane claimed under this name, also an incomplete one. */
async function findLane({ repo }: GitContext, name: string): Promise<Lane | null> {
  const claim = await findOwnership(repo, name);
  if (claim === null) return null;
  const { branch, base, continues } = claim;
  return { path: lanePath(name), branch, base, ...(continues ? { continues: true } : {}) };
}

async function close(work: GitContext, lane: Lane): Promise<Outcome<CloseResult>> {
  const folder = laneFolder(work.repo, lane.path);
  const closing = withLaneLock(folder, async () => {
    await removeStaleLocks(work, null, lane.branch);
    const rooms = removeLaneRooms(work.repo, basename(folder), process.env); // they hold no work, only copies of it
    const keepAndRemove = async () => {
      await keepUnreachableWork(work, folder, lane);
      await Promise.all([removeWorktree(work, folder), removeLaneResources(work.repo, folder)]);
    };
    await Promise.all([rooms, keepAndRemove()]);
    const tip = await readRef(work.repo, branchRef(lane.branch));
    const kept = await newestKeptRef(work, lane, tip ?? lane.base);
    return ok({ kept, branchRemoved: await removeBranch(work.repo, lane, tip) });
  });
  return closing.catch(leaveOpen);
}

/** A lane with work that cannot be saved stays. There is no question: it does not change the result of the run. */
function leaveOpen(error: unknown): Outcome<never> {
  if (!(error instanceof TooLargeError)) throw error;
  return fail('git.failed', { op: 'close-lane', detail: error.detail });
}

async function removeBranch(repo: string, lane: Lane, tip: string | null): Promise<boolean> {
  const { path, branch, base, continues } = lane;
  const ref = branchRef(branch);
  const isEmpty = tip === null || (!continues && (await isHeld(repo, tip, [base])));
  const claim = await findOwnership(repo, basename(path));
  // An earlier try has released the name: an empty branch of this name belongs to another run.
  if (claim?.branch !== branch) return isEmpty;

  const isRemovable = !claim.continues && isEmpty && tip !== null && !(await isCheckedOut(repo, ref));
  if (isRemovable && (await deleteRefs(repo, [ref, tip], [claim.ref, claim.commit]))) return true;
  if (isRemovable) await deleteRef(repo, ref, tip);
  await releaseOwnership(repo, claim);
  return isRemovable || tip === null;
}

/** Newest kept ref of this lane that its branch lacks. Older refs are its history or belong to other lanes. */
async function newestKeptRef(work: GitContext, { base, keptBefore = 0 }: Lane, tip: string): Promise<string | null> {
  const newest = (await listKeptRefs(work)).at(-1);
  if (newest === undefined || newest.number <= keptBefore) return null;
  return (await treesOnBranch(work.repo, base, tip)).includes(newest.tree) ? null : newest.ref;
}
