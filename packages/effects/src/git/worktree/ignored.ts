/** Checks which paths of a worktree git ignores. */
import { git } from '../command.ts';
import { gitOfWorktree, type Worktree } from './worktree.ts';

/** Those of the folders that git ignores, whether they exist or not. */
export async function ignoredPaths(worktree: Worktree, folders: readonly string[]): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const input = folders.map((folder) => `${folder}/`).join('\0');
  const { stdout } = await git(worktree.path, ['check-ignore', '-z', '--stdin'], {
    env: gitOfWorktree(worktree),
    input,
  });
  const found = new Set(stdout.split('\0'));
  return folders.filter((folder) => found.has(`${folder}/`));
}

export const isIgnored = async (worktree: Worktree, path: string): Promise<boolean> =>
  (await git(worktree.path, ['check-ignore', '--quiet', '--', path], { env: gitOfWorktree(worktree) })).exitCode === 0;
