/** What a lane holds and nothing else does: it is kept before the lane goes. */
import type { Lane } from '@harness/core/effects/git';
import { isFolder } from '../../file/file-system.ts';
import { gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { type BranchStart, branchRef } from '../lane/branch-ownership.ts';
import { withLane, withSnapshot } from '../worktree/snapshot.ts';
import { treeWithSubmodules } from '../worktree/submodule.ts';
import { findWorktree, isComplete, type Worktree } from '../worktree/worktree.ts';
import { readPendingWrite } from '../worktree/write-files.ts';
import { keepCommits, keepTree, listKeptRefs } from './kept-refs.ts';
import { readRef, treesOf } from './ref.ts';
import { listAgentCommits } from './restore-branch.ts';

/** Answers the newest ref that was needed, if any. */
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

  const trees = worktree ? await treesIn(worktree, home.base) : await strayTree(work, folder, home.base);
  const last = await keepTrees(work, trees, home, tip);
  return last ?? kept;
}

/** What another lane of the run left is kept again: each is said to have kept what was in it. */
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

/** The lane, and the lane with its submodules as files where an agent worked in them. */
const treesIn = (worktree: Worktree, base: string): Promise<readonly string[]> =>
  withLane(worktree, base, async (now) => {
    const full = await treeWithSubmodules(worktree, now, base);
    return full === null ? [now.tree] : [now.tree, full];
  });

/** The trees that are on the branch, the base included. */
export async function treesOnBranch(repo: string, base: string, tip: string): Promise<readonly string[]> {
  const later = tip === base ? '' : await gitOrThrow(repo, ['log', '--format=%T', `${base}..${tip}`]);
  return [...(await treesOf(repo, base)), ...later.split('\n')];
}

/** The files of a folder that git no longer knows as a worktree. A cut-off beginning leaves none. */
async function strayTree({ repo, common }: GitContext, folder: string, base: string): Promise<readonly string[]> {
  const stray = { path: folder, gitDir: common };
  const tree = await withSnapshot(stray, { seed: null, known: base }, async (now) => now.tree);
  const isEmpty = (await gitOrThrow(repo, ['ls-tree', tree])) === '';
  return isEmpty ? [] : [tree];
}
