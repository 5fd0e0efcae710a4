/**
 * Finds the folder of git's hooks by the user's configuration.
 *
 *   F1. `core.hooksPath` of any file of the configuration counts, else the folder `hooks` of the repository.
 *   F2. A path that enters the working tree, also through links outside of it, is a path of the tree from there on: links
 *       inside of the tree may be those of an agent.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { tryOr } from '../file/file-system.ts';
import { git, gitErrorFrom } from '../git/command.ts';
import { commonDir } from '../git/git-dir.ts';
import { gitFoldersOf } from '../sandbox/git-folders.ts';

/** `path` is relative to the root of the working tree, or absolute on the disk. */
export interface HookPlace {
  readonly in: 'tree' | 'disk';
  readonly path: string;
}

/** `repo` is the real path of the root of the working tree. With an empty setting git finds no hook. */
export async function findHooksFolder(repo: string): Promise<HookPlace> {
  const named = await readHooksPath(repo);
  if (named === '') return { in: 'disk', path: '/dev/null' };
  return locate(named === null ? await repositoryHooks(repo) : resolve(repo, named), repo);
}

export const repositoryHooks = async (repo: string): Promise<string> => join(await commonDir(repo), 'hooks');

/** The last value wins. The very last one is of the harness, which runs no hook in its own calls of git. */
async function readHooksPath(repo: string): Promise<string | null> {
  const found = await git(repo, ['config', '--get-all', '--type=path', '-z', 'core.hooksPath']);
  if (found.exitCode > 1) throw gitErrorFrom(found);
  return found.stdout.split('\0').slice(0, -2).at(-1) ?? null;
}

const maxLinks = 40;

/** F2. A missing path is where it would be. */
export function locate(path: string, repo: string): HookPlace {
  const gitFolders = gitFoldersOf(repo);
  let [at, rest, links] = ['/', namesOf(path), 0];
  while (rest.length > 0) {
    const [name = '', ...after] = rest;
    const next = name === '..' ? dirname(at) : join(at, name);
    const isInTree = isWithin(repo, next) && !gitFolders.some((folder) => isWithin(folder, next));
    if (isInTree && (next !== repo || after.length === 0))
      return { in: 'tree', path: relative(repo, join(next, ...after)) };
    const target = links < maxLinks ? linkTarget(next) : null;
    [at, rest] = target === null ? [next, after] : [target.startsWith('/') ? '/' : at, [...namesOf(target), ...after]];
    if (target !== null) links += 1;
  }
  return { in: 'disk', path: at };
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

const linkTarget = (path: string): string | null =>
  tryOr(
    () => (lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null),
    null,
    ...['ENOENT', 'ENOTDIR', 'EACCES', 'EINVAL'],
  );
