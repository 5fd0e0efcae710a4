/**
 * Opens a lane again that was closed when its run failed, with the files of a checkpoint.
 *
 *   R1. The branch is taken only if it is free and has not moved: otherwise another run or a person uses it.
 *   R2. It can be repeated after a crash.
 */
import { basename } from 'node:path';
import type { Lane, LaneResourceOptions } from '@harness/core/effects/git';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import { equipLane } from '../dependencies/equip-lane.ts';
import { createRef, readRef, treesOf, writeCommit } from '../refs/ref.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import { branchRef, existingBranchRef, findOwnership, ownershipRef } from './branch-ownership.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Args {
  readonly lane: Lane;
  /** The files to restore; default: those of the base. */
  readonly checkpoint?: string;
  readonly allots?: LaneResourceOptions;
  readonly installTimeoutMs?: number;
}

export async function performReopenLane(
  work: GitContext,
  { lane, checkpoint = lane.base, ...equipment }: Args,
): Promise<Outcome<'reopened'>> {
  const folder = laneFolder(work.repo, lane.path);
  return withLaneLock(folder, async () => {
    const taken = await takeBranchAgain(work.repo, lane);
    if (!taken.ok) return taken;
    const { worktree } = await ensureLane(work, folder, lane);
    if (!(await readPendingWrite(worktree)).done) await writeLaneFiles(worktree, checkpoint, null);
    const given = await equipLane(work, worktree, checkpoint, equipment);
    return given.ok ? ok('reopened') : given;
  });
}

async function takeBranchAgain(repo: string, { path, branch, base, continues }: Lane): Promise<Outcome<null>> {
  const name = basename(path);
  if ((await findOwnership(repo, name)) !== null) return ok(null);
  const tip = await readRef(repo, branchRef(branch));
  const hasMoved = tip === null ? continues === true : tip !== base;
  const [tree = ''] = await treesOf(repo, base);
  const claim = await writeCommit(repo, tree, base, name);
  const isTaken =
    !hasMoved && (await createRef(repo, continues ? existingBranchRef(branch) : ownershipRef(branch), claim));
  if (isTaken) return ok(null);
  return fail('git.branch-moved', { branch, expected: base, found: tip ?? '' });
}
