/**
 * Installed once, in the user's checkout, and cloned into each lane: copy-on-write where the file system can, else copied.
 * Never linked: a lane that installs something else would write into the user's checkout, or into another lane.
 */
import { constants } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { installed } from '@harness/core/mission/allotment';
import { absent, exists, isFolder, removeFolder } from './folder.ts';
import { isIgnored } from './ignored.ts';
import type { Worktree } from './worktree.ts';

export async function cloneDependencies(repo: string, worktree: Worktree): Promise<void> {
  for (const folder of new Set(installed.map((one) => one.folder)))
    if (await isWanted(repo, worktree, folder)) await clone(join(repo, folder), worktree, folder);
}

/** Only what the lock file of the lane asks for, byte for byte, and only where git does not see it. */
async function isWanted(repo: string, worktree: Worktree, folder: string): Promise<boolean> {
  if (!(await isFolder(join(repo, folder))) || (await exists(join(worktree.path, folder)))) return false;
  const locks = installed.filter((one) => one.folder === folder);
  const isSame = await Promise.all(locks.map(({ lock }) => isSameFile(join(repo, lock), join(worktree.path, lock))));
  return isSame.some((same) => same === true) && !isSame.includes(false) && isIgnored(worktree, `${folder}/`);
}

/** Null where neither is there. */
async function isSameFile(one: string, other: string): Promise<boolean | null> {
  const [a, b] = await Promise.all([one, other].map((path) => readFile(path).catch(absent)));
  return a && b ? a.equals(b) : a || b ? false : null;
}

/** Beside the lane first, so that half of it is never found in the lane. */
async function clone(from: string, worktree: Worktree, folder: string): Promise<void> {
  const coming = comingOf(worktree.path);
  const target = join(worktree.path, folder);
  await removeFolder(coming);
  await cp(from, coming, {
    ...{ recursive: true, verbatimSymlinks: true, preserveTimestamps: true },
    mode: constants.COPYFILE_FICLONE, // a clone, or a copy where there are none
  });
  await mkdir(dirname(target), { recursive: true });
  await rename(coming, target);
}

/** On the same file system as the lane, where a rename is one step. */
const comingOf = (lane: string) => join(dirname(lane), `.coming-${basename(lane)}`);

/** What a process left that died while it cloned. */
export const removeComing = (lane: string): Promise<void> => removeFolder(comingOf(lane));
