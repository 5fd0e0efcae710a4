/** Puts files of another commit into a tree, in place of whatever an agent left at their paths. */
import type { HeldFiles } from '@harness/core/effects/git';
import { gitOrThrow } from '../command.ts';
import { withTemporaryIndex } from './index-file.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

/** The same tree if it has these files, and lacks those that are gone. */
export const treeWithHeldFiles = (
  worktree: Worktree,
  tree: string,
  { commit, files, gone = [] }: HeldFiles,
): Promise<string> =>
  withTemporaryIndex(worktree.gitDir, async (env) => {
    const wanted = new Set(files);
    const listed = await gitOrThrow(worktree.path, ['ls-tree', '-r', '-z', '--full-tree', commit]);
    const rows = listed.split('\0').filter((row) => wanted.has(row.slice(row.indexOf('\t') + 1)));
    const removed = gone.filter((path) => !wanted.has(path)).map((path) => `0 ${'0'.repeat(commit.length)}\t${path}`);
    const input = [...removed, ...rows].map((row) => `${row}\0`).join('');
    await gitInWorktree(worktree, ['read-tree', tree], { env });
    // `--replace`: an agent may have made a folder, or a file in place of the folder.
    if (input !== '')
      await gitInWorktree(worktree, ['update-index', '--replace', '-z', '--index-info'], { env, input });
    return gitInWorktree(worktree, ['write-tree'], { env });
  });
