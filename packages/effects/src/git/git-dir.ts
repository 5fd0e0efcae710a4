/** Finds the git folders of a repository, and caches them: they never change during a command. */
import { readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nullIfMissing } from '../file/file-system.ts';
import { gitOrThrow } from './command.ts';

const folders = new Map<string, string>();

export async function commonDir(repo: string): Promise<string> {
  const known = folders.get(repo);
  if (known !== undefined) return known;
  const found = await realpath(resolve(repo, await gitOrThrow(repo, ['rev-parse', '--git-common-dir'])));
  folders.set(repo, found);
  return found;
}

const checkoutFolders = new Map<string, string>();

/** The git folder of the user's checkout, which may be a worktree. */
export async function checkoutGitDir(repo: string): Promise<string> {
  const found = checkoutFolders.get(repo) ?? (await gitOrThrow(repo, ['rev-parse', '--absolute-git-dir']));
  checkoutFolders.set(repo, found);
  return found;
}

/** The cached folder, without starting git; `undefined` if it is unknown. */
export const knownCommonDir = (repo: string): string | undefined => folders.get(repo);

/** Folders that git keeps about its worktrees. */
export async function listGitDirs(common: string): Promise<readonly string[]> {
  const registered = join(common, 'worktrees');
  return ((await readdir(registered).catch(nullIfMissing)) ?? []).map((name) => join(registered, name));
}
