/** Finds the git repository of a path, and its current commit and branch. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder, nullIfMissing, pathExists } from '../file/file-system.ts';
import { git, gitErrorFrom } from './command.ts';

export type Repository =
  /** `root` is the root of the working tree; `branch` is `null` if HEAD is detached. */
  | { readonly is: 'repository'; readonly root: string; readonly head: string; readonly branch: string | null }
  | { readonly is: 'no-commits'; readonly root: string }
  | { readonly is: 'bare'; readonly root: string }
  | { readonly is: 'none'; readonly detail: string }
  | { readonly is: 'missing' };

export async function findRepository(given: string): Promise<Repository> {
  const path = await realpath(given).catch(nullIfMissing);
  if (path === null || !(await isFolder(path))) return { is: 'missing' };
  const location = await git(path, [
    'rev-parse',
    '--is-bare-repository',
    '--is-inside-work-tree',
    '--absolute-git-dir',
  ]);
  if (location.exitCode !== 0) return { is: 'none', detail: gitErrorFrom(location).detail };

  const [isBare, isInside, ...gitDir] = lines(location.stdout);
  if (isInside !== 'true') {
    return isBare === 'true'
      ? { is: 'bare', root: gitDir.join('\n') }
      : { is: 'none', detail: `${path} is inside a .git folder` };
  }
  const root = lines((await git(path, ['rev-parse', '--show-toplevel'])).stdout).join('\n');
  // Git skips a broken .git and uses a repository above; work must not land there.
  if (root !== path && (await pathExists(join(path, '.git')))) {
    return { is: 'none', detail: `${join(path, '.git')} is not a git repository` };
  }
  return readHead(root);
}

async function readHead(root: string): Promise<Repository> {
  const [head, branch] = await Promise.all([
    git(root, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']),
    git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
  ]);
  if (head.exitCode !== 0) return { is: 'no-commits', root };
  return {
    is: 'repository',
    root,
    head: head.stdout.trim(),
    branch: branch.exitCode === 0 ? branch.stdout.trim() : null,
  };
}

/** Removes only the last newline: a path may end with one. */
const lines = (text: string) => text.replace(/\n$/, '').split('\n');
