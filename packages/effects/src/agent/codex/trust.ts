/** The folders by which the program would find out whether a repository is trusted: where the agent works, all above it, and where the worktree belongs. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function trustFolders(cwd: string): Promise<readonly string[]> {
  const real = await realpath(cwd);
  const main = await mainOf(above(real));
  return [...new Set([cwd, ...above(real), ...(main === undefined ? [] : [main])])];
}

const above = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))];

/** A worktree has a file in place of the folder `.git`, and the file names the repository. */
async function mainOf(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const text = await readFile(join(folder, '.git'), 'utf8').catch(noFile);
    const main = /^gitdir: (?<main>.+)\/\.git\/worktrees\//.exec(text)?.groups?.['main'];
    if (main !== undefined) return main;
  }
  return undefined;
}

function noFile(error: NodeJS.ErrnoException): string {
  if (!['ENOENT', 'EISDIR', 'EACCES'].includes(error.code ?? '')) throw error;
  return '';
}
