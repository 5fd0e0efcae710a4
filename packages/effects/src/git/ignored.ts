/** Whether git looks away from a path of a worktree: what lies there is never a part of a change. */
import { git } from './command.ts';
import { ofWorktree, type Worktree } from './worktree.ts';

export const isIgnored = async (worktree: Worktree, path: string): Promise<boolean> =>
  (await git(worktree.path, ['check-ignore', '--quiet', '--', path], { env: ofWorktree(worktree) })).exitCode === 0;
