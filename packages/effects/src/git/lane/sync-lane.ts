/**
 * Brings the base into a lane: the lane begins from the base as it is now, with its own change on top.
 *
 *   Y1. The base is only read. What conflicts has its marks in the lane, where it can be worked on.
 *   Y2. What the lane was before stays reachable; what it is now is kept under a ref before any file is written.
 *   Y3. Everything follows from the checkpoint: after a crash at any point it is simply done again.
 */
import { basename } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import type { SyncResult } from '@harness/core/effects/publish-lane';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError, git, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { keepTree, listKeptRefs } from '../refs/kept-refs.ts';
import { treesOf, writeCommit } from '../refs/ref.ts';
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

export async function syncLane(work: GitContext, { lane, checkpoint, base, onto }: Args): Promise<Outcome<SyncResult>> {
  const folder = laneFolder(work.repo, lane.path);
  return withLaneLock(folder, async () => {
    const ground = await buildStackedBase(work.repo, base, onto);
    const tip = ground.commit;
    if (tip === lane.base) return ok({ is: 'current' });
    const { tree, files: own } = await mergeTrees(work.repo, lane.base, checkpoint, tip);
    const files = [...new Set([...own, ...(await conflictMarkers(work.repo, ground, tree))])];
    const commit = await keep(work, tree, tip);
    await moveHome(work, lane, tip);
    const { worktree } = await ensureLane(work, folder, { branch: lane.branch, base: tip });
    await writeLaneFiles(worktree, commit, null);
    const moved = { lane: { ...lane, base: tip }, checkpoint: commit };
    return ok(files.length === 0 ? { is: 'brought', ...moved } : { is: 'conflict', ...moved, files });
  });
}

/** The lane's change and what others merged, as one tree. A commit on the lane's own base is what the two are compared from. */
export async function mergeTrees(repo: string, from: string, checkpoint: string, tip: string) {
  const [tree = ''] = await treesOf(repo, checkpoint);
  const own = await writeCommit(repo, tree, from, 'harness: before the base came in');
  const result = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', tip, own]);
  if (result.exitCode !== 0 && result.exitCode !== 1) throw gitErrorFrom(result);
  const [merged = '', ...files] = result.stdout.split('\0').filter((part) => part !== '');
  return { tree: merged, files: result.exitCode === 0 ? [] : [...new Set(files)] };
}

async function keep(work: GitContext, tree: string, base: string): Promise<string> {
  const kept = await listKeptRefs(work);
  const earlier = kept.findLast((one) => one.tree === tree);
  return (earlier ?? (await keepTree(work, { tree, base, subject: 'harness: with the base' }, kept))).commit;
}

/** The claim first: whoever finds the branch elsewhere takes it for a person's. */
async function moveHome({ repo }: GitContext, { path, branch }: Lane, tip: string): Promise<void> {
  const claim = await findOwnership(repo, basename(path));
  if (claim === null) throw new GitError(`${path} is no open lane`);
  if (claim.base !== tip) await moveOwnershipBase(repo, claim, tip);
  await gitOrThrow(repo, ['update-ref', branchRef(branch), tip]);
}
