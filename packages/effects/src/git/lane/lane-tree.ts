/** Computes the tree hash of a lane or of the user's checkout: equal hashes mean equal files. */
import { realpath } from 'node:fs/promises';
import type { Workplace } from '@harness/core/effects/agent';
import { isFolder } from '../../file/file-system.ts';
import { checkoutGitDir, commonDir } from '../git-dir.ts';
import { readRef } from '../refs/ref.ts';
import { worktreeIndex } from '../worktree/index-file.ts';
import { treeIn, withSnapshot } from '../worktree/snapshot.ts';
import { findWorktree } from '../worktree/worktree.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

/** `null` if the lane does not exist, or something else is in its place. */
export async function readLaneTree(
  repo: string,
  { cwd, checkpoint }: Workplace & { readonly checkpoint: string },
): Promise<string | null> {
  const root = await realpath(repo);
  const folder = laneFolder(root, cwd);
  const worktree = (await isFolder(folder)) ? await findWorktree({ common: await commonDir(root) }, folder) : null;
  return worktree === null ? null : withLaneLock(folder, () => treeIn(worktree, checkpoint));
}

/** Tree of the user's checkout with uncommitted changes, for comparisons. */
export async function readCheckoutTree(repo: string): Promise<string> {
  const worktree = { path: repo, gitDir: await checkoutGitDir(repo) };
  const start = { seed: worktreeIndex(worktree), known: await readRef(repo, 'HEAD^{commit}') };
  return withSnapshot(worktree, start, async ({ tree }) => tree);
}
