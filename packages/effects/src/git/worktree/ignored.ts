/** Checks whether git ignores a path of a worktree. */
import { git } from '../command.ts';
import { gitOfWorktree, type Worktree } from './worktree.ts';

export const isIgnored = async (worktree: Worktree, path: string): Promise<boolean> =>
  (await git(worktree.path, ['check-ignore', '--quiet', '--', path], { env: gitOfWorktree(worktree) })).exitCode === 0;
