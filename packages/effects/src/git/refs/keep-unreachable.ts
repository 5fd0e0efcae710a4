/** Keeps work that only a lane has, before the lane is removed. */

import type { Lane } from '@harness/core/effects/git';
import { isFolder } from '../../file/file-system.ts';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { type BranchOwnership, type BranchStart, branchRef, releaseOwnership } from '../lane/branch-ownership.ts';
import { withLane, withSnapshot } from '../worktree/snapshot.ts';
import { treeWithSubmodules } from '../worktree/submodule.ts';
import { findWorktree, isComplete, removeWorktree, type Worktree } from '../worktree/worktree.ts';
import { readPendingWrite } from '../worktree/write-files.ts';
import { keepCommits, keepTree, listKeptRefs } from './kept-refs.ts';
import { readRef, treesOf } from './ref.ts';
import { listAgentCommits } from './restore-branch.ts';

/** Returns the newest ref that it needed; `null` if none. */
export async function keepUnreachableWork(
  work: GitContext,
  folder: string,
  home: BranchStart & Pick<Lane, 'keptBefore'>,
): Promise<string | null> {
  const found = await findWorktree(work, folder);
  const worktree = found && (await isComplete(found)) ? found : null;
  const tip = (await readRef(work.repo, branchRef(home.branch))) ?? home.base;
  const commits = worktree ? await listAgentCommits(work.repo, worktree, home.branch) : [];
  const kept = await keepCommits(work, commits, [home.base, tip]);
  if (!(await isFolder(folder)) || (worktree && !(await readPendingWrite(worktree)).done)) return kept;

  const trees = worktree ? await treesIn(worktree, home.base) : await readStrayTree(work, folder, home.base);
  const last = await keepTrees(work, trees, home, tip);
  return last ?? kept;
}

/** Removes the lane of a claim whose branch belongs to a person now; its work is kept. */
export async function discardLane(work: GitContext, folder: string, claim: BranchOwnership): Promise<null> {
  await keepUnreachableWork(work, folder, claim);
  await removeWorktree(work, folder);
  await releaseOwnership(work.repo, claim);
  return null;
}

/** Keeps a tree again if only another lane of the run has it: each lane reports its own ref. */
async function keepTrees(
  work: GitContext,
  trees: readonly string[],
  { base, keptBefore = 0 }: Pick<Lane, 'base' | 'keptBefore'>,
  tip: string,
): Promise<string | null> {
  const onBranch = await treesOnBranch(work.repo, base, tip);
  let newest: string | null = null;
  for (const tree of trees) {
    if (onBranch.includes(tree)) continue;
    const before = await listKeptRefs(work);
    if (before.some((each) => each.tree === tree && each.number > keptBefore)) continue;
    newest = (await keepTree(work, { tree, base, subject: 'harness: last work' }, before)).ref;
  }
  return newest;
}

/** Tree of the lane, and a tree with submodules as files if an agent worked in them. */
const treesIn = (worktree: Worktree, base: string): Promise<readonly string[]> =>
  withLane(worktree, base, async (now) => {
    const full = await treeWithSubmodules(worktree, now, base);
    return full === null ? [now.tree] : [now.tree, full];
  });

export async function treesOnBranch(repo: string, base: string, tip: string): Promise<readonly string[]> {
  const later = tip === base ? '' : await gitOrThrow(repo, ['log', '--format=%T', `${base}..${tip}`]);
  return [...(await treesOf(repo, base)), ...later.split('\n')];
}

/** Files of a folder that git no longer knows as a worktree; an interrupted creation leaves none. */
async function readStrayTree({ repo, common }: GitContext, folder: string, base: string): Promise<readonly string[]> {
  const stray = { path: folder, gitDir: common };
  const tree = await withSnapshot(stray, { seed: null, known: base }, async (now) => now.tree);
  const isEmpty = (await gitOrThrow(repo, ['ls-tree', tree])) === '';
  return isEmpty ? [] : [tree];
}
