/** Lists the folders whose trust the program checks: the agent's folder, its parents, a worktree's main repository. */

import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { valueIfCode } from '../../file/file-system.ts';

export async function trustFolders(cwd: string): Promise<readonly string[]> {
  const real = await realpath(cwd);
  const main = await findMainRepository(withParents(real));
  return [...new Set([cwd, ...withParents(real), ...(main === undefined ? [] : [main])])];
}

const withParents = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...withParents(dirname(folder))];

/** In a worktree `.git` is a file that names the main repository. */
async function findMainRepository(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const text = await readFile(join(folder, '.git'), 'utf8').catch(valueIfCode('', 'ENOENT', 'EISDIR', 'EACCES'));
    const main = /^gitdir: (?<main>.+)\/\.git\/worktrees\//.exec(text)?.groups?.['main'];
    if (main !== undefined) return main;
  }
  return undefined;
}
