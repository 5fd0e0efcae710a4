/** Lists the git folders that a box needs. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commonGitFolder, ownGitFolder } from '../git/git-folder.ts';
import { realPathIfExists } from './host-machine.ts';

/** The folder of the repository, that of the worktree, and those of alternate object stores. */
export function gitFoldersOf(root: string): readonly string[] {
  const own = ownGitFolder(root);
  if (own === undefined) return [];
  const common = commonGitFolder(own);
  const found = [own, common, ...alternatesOf(common)].flatMap((folder) => realPathIfExists(folder) ?? []);
  return [...new Set(found)];
}

function alternatesOf(common: string): readonly string[] {
  const file = join(common, 'objects', 'info', 'alternates');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(common, 'objects', line));
}
