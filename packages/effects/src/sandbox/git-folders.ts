/** Where git keeps what belongs to a folder: read from its own files, because asking git would cost a process. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { realPathIfExists } from './host-machine.ts';

/** The repository's folder, that of the worktree, and others that it borrows objects from. */
export function gitFoldersOf(root: string): readonly string[] {
  const git = gitAbove(root);
  if (git === undefined) return [];
  const own = lstatSync(git).isDirectory() ? git : namedIn(git, /^gitdir: (?<path>.+)$/m);
  if (own === undefined) return [];
  const common = commonOf(own);
  const found = [own, common, ...lenders(common)].flatMap((folder) => realPathIfExists(folder) ?? []);
  return [...new Set(found)];
}

function gitAbove(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (existsSync(git)) return git;
  return dirname(folder) === folder ? undefined : gitAbove(dirname(folder));
}

/** A worktree says in a file where the rest of its repository is. */
function commonOf(gitFolder: string): string {
  const file = join(gitFolder, 'commondir');
  return existsSync(file) ? resolve(gitFolder, readFileSync(file, 'utf8').trim()) : gitFolder;
}

function lenders(common: string): readonly string[] {
  const file = join(common, 'objects', 'info', 'alternates');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(common, 'objects', line));
}

function namedIn(file: string, form: RegExp): string | undefined {
  const path = form.exec(readFileSync(file, 'utf8'))?.groups?.['path']?.trim();
  return path === undefined || isAbsolute(path) ? path : resolve(dirname(file), path);
}
