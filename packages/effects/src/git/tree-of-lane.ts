/** The files of a lane as one name: two looks that give the same name saw the same files. */
import { realpath } from 'node:fs/promises';
import type { Workplace } from '@harness/core/effects/agent';
import { gitOrThrow } from './command.ts';
import { laneFolder } from './lane.ts';
import { readRef } from './ref.ts';
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

/** The user's own checkout, with what they changed themselves: for whoever looks before and after. */
export async function treeOfCheckout(repo: string): Promise<string> {
  const gitDir = await gitOrThrow(repo, ['rev-parse', '--absolute-git-dir']);
  const worktree = { path: repo, gitDir };
  const start = { seed: ownIndex(worktree), known: await readRef(repo, 'HEAD^{commit}') };
  return withSnapshot(worktree, start, async ({ tree }) => tree);
}
