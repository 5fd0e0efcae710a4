/**
 * Restores a lane to a checkpoint: after an agent was interrupted, or if its last files are not wanted.
 *
 *   R1. The work of the agent is kept under a ref first.
 *   R2. Afterwards all files that are not ignored match the checkpoint, and HEAD and branch are at the base.
 */
import type { Workplace } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { GitError } from '../command.ts';
import type { GitContext } from '../context.ts';
import { keepTree, listKeptRefs } from '../refs/kept-refs.ts';
import { treesOf } from '../refs/ref.ts';
import { restoreBranch } from '../refs/restore-branch.ts';
import { treeIn } from '../worktree/snapshot.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { type LaneEffect, onLane } from './lost-lane.ts';

/** Returns the ref of work that was not in the checkpoint; `null` if there was none. */
export const tryRestoreLane = (
  repo: string,
  { cwd, checkpoint }: Workplace,
  effect: LaneEffect,
): Promise<Outcome<string | null>> =>
  onLane(repo, cwd, effect, async (work, folder, claim) => {
    if (claim === null) throw new GitError(`${cwd} is not an open lane`);
    const { worktree, kept } = await ensureLane(work, folder, claim);
    const committed = await restoreBranch(work, worktree, claim);
    if (checkpoint === null) throw new Error(`${cwd} is not a lane that can be restored`);
    return (await restoreFiles(work, worktree, checkpoint)) ?? committed ?? kept;
  });

async function restoreFiles(work: GitContext, worktree: Worktree, checkpoint: string): Promise<string | null> {
  const filling = await readPendingWrite(worktree);
  if (!filling.done) {
    await writeLaneFiles(worktree, checkpoint, filling.kept);
    return filling.kept;
  }
  const tree = await treeIn(worktree, checkpoint);
  if ((await treesOf(work.repo, checkpoint)).includes(tree)) return null;
  const kept = await listKeptRefs(work);
  const earlier = kept.find((each) => each.tree === tree);
  const { ref } = earlier ?? (await keepTree(work, { tree, base: checkpoint, subject: 'harness: cut off' }, kept));
  await writeLaneFiles(worktree, checkpoint, ref);
  return ref;
}

/** For files that the harness itself does not want: they are not kept. */
export async function performRestoreLane(
  work: GitContext,
  { lane, checkpoint }: { readonly lane: Lane; readonly checkpoint: string },
): Promise<Outcome<'restored'>> {
  const folder = laneFolder(work.repo, lane.path);
  await withLaneLock(folder, async () =>
    writeLaneFiles((await ensureLane(work, folder, lane)).worktree, checkpoint, null),
  );
  return ok('restored');
}
