/**
 * Brings a lane back to a checkpoint, when an agent was cut off in it and begins again.
 *
 *   R1. What the agent had written is kept under a ref first.
 *   R2. Afterwards every file that is not ignored is as in the checkpoint, and HEAD and branch are at the base.
 */
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Workplace } from '@harness/core/effects/agent';
import { type Outcome, ok } from '@harness/core/failure';
import { attempt } from './attempt.ts';
import { claimOf } from './claim.ts';
import { GitError } from './command.ts';
import { fill, fillingOf } from './fill.ts';
import { commonDir } from './git-dir.ts';
import { keepTree, keptOf } from './kept.ts';
import { ensureLane, laneFolder } from './lane.ts';
import { putBack } from './moved.ts';
import { treesOf } from './ref.ts';
import { treeIn } from './snapshot.ts';
import { survivorsAreDone } from './survivor.ts';
import { inTurn } from './turn.ts';
import type { Work } from './work.ts';
import type { Worktree } from './worktree.ts';

/** The same, with a no of git or of the file system as a failure. */
export const restored = (
  repo: string,
  workplace: Workplace,
  effect: { readonly run: string; readonly key: string },
): Promise<Outcome<string | null>> => attempt('restore', repo, async () => ok(await restore(repo, workplace, effect)));

/** Answers the ref that holds what was in the lane and not in the checkpoint; null when there was nothing. */
export async function restore(
  repo: string,
  { cwd, checkpoint }: Workplace,
  { run, key }: { readonly run: string; readonly key: string },
): Promise<string | null> {
  const root = await realpath(repo);
  const folder = laneFolder(root, cwd);
  const common = await commonDir(root);
  const work: Work = { repo: root, common, run, key, runFolder: '', interrupted: true, kept: async () => {} };
  await survivorsAreDone(root);
  return inTurn(folder, async () => {
    const claim = await claimOf(root, basename(cwd));
    if (claim === null) throw new GitError(`${cwd} is no open lane`);
    const { worktree, kept } = await ensureLane(work, folder, claim);
    const committed = await putBack(work, worktree, claim);
    if (checkpoint === null) throw new Error(`${cwd} is not a lane that can be brought back`);
    return (await bringBack(work, worktree, checkpoint)) ?? committed ?? kept;
  });
}

async function bringBack(work: Work, worktree: Worktree, checkpoint: string): Promise<string | null> {
  const filling = await fillingOf(worktree);
  if (!filling.done) {
    await fill(worktree, checkpoint, filling.kept);
    return filling.kept;
  }
  const tree = await treeIn(worktree, checkpoint);
  if ((await treesOf(work.repo, checkpoint)).includes(tree)) return null;
  const kept = await keptOf(work);
  const earlier = kept.find((each) => each.tree === tree);
  const { ref } = earlier ?? (await keepTree(work, { tree, base: checkpoint, subject: 'harness: cut off' }, kept));
  await fill(worktree, checkpoint, ref);
  return ref;
}
