/**
 * Merges the base into a lane: the lane then starts at the current base, with its own change on top.
 *
 *   Y1. The base is only read. Conflicts are in the lane with their markers.
 *   Y2. The old state of the lane stays reachable. The new state is kept under a ref before any file is written.
 *   Y3. Each step depends only on the checkpoint, so it can be repeated after any crash.
 */

import { basename } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import type { SyncResult } from '@harness/core/effects/publish-lane';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { keepTree, listKeptRefs } from '../refs/kept-refs.ts';
import { mergeToTree, treesOf, writeCommit } from '../refs/ref.ts';
import { writeLaneFiles } from '../worktree/write-files.ts';
import { branchRef, findOwnership, moveOwnershipBase } from './branch-ownership.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { buildStackedBase, conflictMarkers } from './stacked-base.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly base: string;
  readonly onto?: readonly string[];
}

export async function performSyncLane(
  work: GitContext,
  { lane, checkpoint, base, onto }: Args,
): Promise<Outcome<SyncResult>> {
  const folder = laneFolder(work.repo, lane.path);
  return withLaneLock(folder, async () => {
    const stacked = await buildStackedBase(work.repo, base, onto);
    const tip = stacked.commit;
    if (tip === lane.base) return ok({ is: 'current' });
    const { tree, files: own } = await mergeTrees(work.repo, lane.base, checkpoint, tip);
    const files = [...new Set([...own, ...(await conflictMarkers(work.repo, stacked, tree))])];
    const commit = await keep(work, tree, tip);
    await moveLaneBase(work, lane, tip);
    const { worktree } = await ensureLane(work, folder, { branch: lane.branch, base: tip });
    await writeLaneFiles(worktree, commit, null);
    const moved = { lane: { ...lane, base: tip }, checkpoint: commit };
    return ok(files.length === 0 ? { is: 'brought', ...moved } : { is: 'conflict', ...moved, files });
  });
}

/** Merges the change of the lane with the new base into one tree; the lane's old base is the common ancestor. */
export async function mergeTrees(repo: string, from: string, checkpoint: string, tip: string) {
  const [tree = ''] = await treesOf(repo, checkpoint);
  const own = await writeCommit(repo, tree, from, 'harness: before the base came in');
  return mergeToTree(repo, tip, own);
}

async function keep(work: GitContext, tree: string, base: string): Promise<string> {
  const kept = await listKeptRefs(work);
  const earlier = kept.findLast((one) => one.tree === tree);
  return (earlier ?? (await keepTree(work, { tree, base, subject: 'harness: with the base' }, kept))).commit;
}

/** Moves the claim first: a branch that differs from its claim counts as a person's. */
async function moveLaneBase({ repo }: GitContext, { path, branch }: Lane, tip: string): Promise<void> {
  const claim = await findOwnership(repo, basename(path));
  if (claim === null) throw new GitError(`${path} is not an open lane`);
  if (claim.base !== tip) await moveOwnershipBase(repo, claim, tip);
  await gitOrThrow(repo, ['update-ref', branchRef(branch), tip]);
}
