/**
 * Installed once, and cloned into each lane: copy-on-write where the file system can, else copied. What is installed in the
 * user's checkout is what is cloned; where that is not what the lane asks for, the harness installs it (`install.ts`).
 * Never linked: a lane that installs something else would write into the user's checkout, or into another lane.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { installedFolders, installers } from '@harness/core/lane/dependencies';
import { isFolder, nullIfMissing, pathExists, removeFolder } from '../../file/file-system.ts';
import type { GitContext } from '../context.ts';
import { isIgnored } from '../worktree/ignored.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { isCurrent } from './checkout-dependencies.ts';
import { installDependenciesOnce, type LockFiles } from './install-dependencies.ts';

/** Without a time to install in, only what is installed already is brought. */
export async function cloneDependencies(
  work: GitContext,
  worktree: Worktree,
  timeoutMs: number | null,
): Promise<Outcome<null>> {
  for (const folder of installedFolders) {
    const wanted = await wantedIn(worktree, folder);
    if (wanted === null) continue;
    const found = (await isInCheckout(work.repo, folder, wanted))
      ? ok(join(work.repo, folder))
      : await installDependenciesOnce(work, worktree, { folder, locks: wanted, timeoutMs });
    if (!found.ok) return found;
    if (found.value !== null) await clone(found.value, worktree, folder);
  }
  return ok(null);
}

/** The lock files of the lane that fill this folder; null where there are none, or git would see what is brought. */
async function wantedIn(worktree: Worktree, folder: string): Promise<LockFiles | null> {
  if (await pathExists(join(worktree.path, folder))) return null;
  const locks = await locksIn(worktree.path, folder);
  return locks.files.length > 0 && (await isIgnored(worktree, `${folder}/`)) ? locks : null;
}

async function locksIn(root: string, folder: string): Promise<LockFiles> {
  const rows = installers.filter((one) => one.folder === folder);
  const read = rows.map(async ({ lock }) => ({
    lock,
    text: await readFile(join(root, lock), 'latin1').catch(nullIfMissing),
  }));
  const files = (await Promise.all(read)).flatMap(({ lock, text }) => (text === null ? [] : [{ lock, text }]));
  const hash = createHash('sha256').update(JSON.stringify([folder, files]));
  return { files, print: hash.digest('hex').slice(0, 16) };
}

/** Only what the lock files of the lane ask for, byte for byte, and only as long as it was installed from them. */
async function isInCheckout(repo: string, folder: string, { print }: LockFiles): Promise<boolean> {
  if (!(await isFolder(join(repo, folder)))) return false;
  return (await locksIn(repo, folder)).print === print && isCurrent(repo, folder, print);
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
export const removePartialClone = (lane: string): Promise<void> => removeFolder(comingOf(lane));
