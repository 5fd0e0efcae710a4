/** Where a repository keeps its things. It does not change while a command works in it, and it is asked for at every step. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gitOrThrow } from './command.ts';

const folders = new Map<string, string>();

export async function commonDir(repo: string): Promise<string> {
  const known = folders.get(repo);
  if (known !== undefined) return known;
  const found = await realpath(resolve(repo, await gitOrThrow(repo, ['rev-parse', '--git-common-dir'])));
  folders.set(repo, found);
  return found;
}

/** The same without starting a git, for whoever has another way: nothing where nobody asked before. */
export const knownCommonDir = (repo: string): string | undefined => folders.get(repo);
