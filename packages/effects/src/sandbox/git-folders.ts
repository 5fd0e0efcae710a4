/** Finds the git folders of a repository by reading git's files, because starting git would cost a process. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { realPathIfExists } from './host-machine.ts';

/** The folder of the repository, that of the worktree, and those of alternate object stores. */
export function gitFoldersOf(root: string): readonly string[] {
  const own = ownGitFolder(root);
  if (own === undefined) return [];
  const common = commonOf(own);
  const found = [own, common, ...alternatesOf(common)].flatMap((folder) => realPathIfExists(folder) ?? []);
  return [...new Set(found)];
}

/** The folder that all worktrees of the repository share; `undefined` without git. */
export function commonGitFolder(root: string): string | undefined {
  const own = ownGitFolder(root);
  return own === undefined ? undefined : commonOf(own);
}

function ownGitFolder(root: string): string | undefined {
  const git = findGit(root);
  if (git === undefined) return undefined;
  return lstatSync(git).isDirectory() ? git : pathIn(git, /^gitdir: (?<path>.+)$/m);
}

function findGit(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (existsSync(git)) return git;
  return dirname(folder) === folder ? undefined : findGit(dirname(folder));
}

/** A worktree names the common folder of its repository in a file. */
function commonOf(gitFolder: string): string {
  const file = join(gitFolder, 'commondir');
  return existsSync(file) ? resolve(gitFolder, readFileSync(file, 'utf8').trim()) : gitFolder;
}

function alternatesOf(common: string): readonly string[] {
  const file = join(common, 'objects', 'info', 'alternates');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(common, 'objects', line));
}

function pathIn(file: string, pattern: RegExp): string | undefined {
  const path = pattern.exec(readFileSync(file, 'utf8'))?.groups?.['path']?.trim();
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(file), path);
}
