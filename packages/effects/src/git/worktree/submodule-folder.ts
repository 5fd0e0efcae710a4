/** Finds the git folder of a submodule, if git may run with its settings. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists } from '../../file/file-system.ts';
import { gitFoldersOf } from '../../sandbox/git-folders.ts';
import type { Worktree } from './worktree.ts';

/**
 * `null` if it is not below the git folder of the worktree: an agent could have written it. Its settings start programs, for
 * example to fetch a missing commit.
 */
export async function submoduleGitFolder(outer: Worktree, folder: string): Promise<string | null> {
  const path = join(outer.path, folder);
  if (!(await pathExists(join(path, '.git')))) return null;
  const [gitFolder = ''] = gitFoldersOf(path);
  return gitFolder.startsWith(`${await realpath(outer.gitDir)}/modules/`) ? gitFolder : null;
}
