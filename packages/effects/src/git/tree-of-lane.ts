/** The files of a lane as one name: two looks that give the same name saw the same files. */
import { realpath } from 'node:fs/promises';
import type { Workplace } from '@harness/core/effects/agent';
import { laneFolder } from './lane.ts';
import { ownIndex, withSnapshot } from './snapshot.ts';
import { inTurn } from './turn.ts';
import { commonDir, findWorktree } from './worktree.ts';

/** Nothing for the user's own checkout, where others work at the same time, and for a lane that is not there. `leave` stays out of it. */
export async function treeOfLane(
  repo: string,
  { cwd, checkpoint }: Workplace,
  leave: readonly string[],
): Promise<string | null> {
  if (checkpoint === null) return null;
  const root = await realpath(repo);
  const folder = laneFolder(root, cwd);
  const worktree = await findWorktree({ common: await commonDir(root) }, folder);
  if (worktree === null) return null;
  const start = { seed: ownIndex(worktree), known: checkpoint, leave };
  return inTurn(folder, () => withSnapshot(worktree, start, async ({ tree }) => tree));
}
