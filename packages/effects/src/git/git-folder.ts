/** Finds the git folder of a repository by reading git's files, because starting git would cost a process. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** That of the worktree; `undefined` without git. */
export function ownGitFolder(root: string): string | undefined {
  const git = findGit(root);
  if (git === undefined) return undefined;
  return lstatSync(git).isDirectory() ? git : pathIn(git, /^gitdir: (?<path>.+)$/m);
}

/** That of the repository, which all its worktrees share. */
export function commonGitFolder(ownFolder: string): string {
  const file = join(ownFolder, 'commondir');
  return existsSync(file) ? resolve(ownFolder, readFileSync(file, 'utf8').trim()) : ownFolder;
}

function findGit(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (existsSync(git)) return git;
  return dirname(folder) === folder ? undefined : findGit(dirname(folder));
}

function pathIn(file: string, pattern: RegExp): string | undefined {
  const path = pattern.exec(readFileSync(file, 'utf8'))?.groups?.['path']?.trim();
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(file), path);
}
