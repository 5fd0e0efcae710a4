/**
 * Clones installed dependencies into each lane: copy-on-write if the file system can, else by copying. The source is
 * the user's checkout if it matches the lane's lock file, else a folder that the harness installs. Dependencies are
 * never linked: a lane that installs more would write into the checkout or another lane.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { installedFolders, installers } from '@harness/core/lane/dependencies';
import { isFolder, pathExists, removeFolder } from '../../file/file-system.ts';
import { isBehindLink, readRegularFile } from '../../file/regular-file.ts';
import { isWrittenByAgents } from '../../trust/exposed-times.ts';
import type { GitContext } from '../context.ts';
import { isIgnored } from '../worktree/ignored.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { isCurrent } from './checkout-dependencies.ts';
import { installDependenciesOnce, type LockFiles } from './install-dependencies.ts';

/** `null` as timeout disables installation: only installed dependencies are cloned. */
export async function cloneDependencies(
  work: GitContext,
  worktree: Worktree,
  timeoutMs: number | null,
): Promise<Outcome<null>> {
  for (const folder of installedFolders) {
    const wanted = await locksToInstall(worktree, folder);
    if (wanted === null) continue;
    const found = (await isInCheckout(work.repo, folder, wanted))
      ? ok(join(work.repo, folder))
      : await installDependenciesOnce(work, worktree, { folder, locks: wanted, commit: 'HEAD', timeoutMs });
    if (!found.ok) return found;
    if (found.value !== null) await clone(found.value, worktree, folder);
  }
  return ok(null);
}

/** Lock files of the lane for this folder; `null` if there are none, or if the folder cannot be cloned into the lane. */
async function locksToInstall(worktree: Worktree, folder: string): Promise<LockFiles | null> {
  if ((await pathExists(join(worktree.path, folder))) || (await isBehindLink(worktree.path, folder))) return null;
  const locks = await readLocks(worktree.path, folder);
  return locks.files.length > 0 && (await isIgnored(worktree, `${folder}/`)) ? locks : null;
}

export async function readLocks(root: string, folder: string): Promise<LockFiles> {
  const rows = installers.filter((one) => one.folder === folder);
  const read = rows.map(async ({ lock }) => ({
    lock,
    text: await readRegularFile(join(root, lock), 'latin1'),
  }));
  const files = (await Promise.all(read)).flatMap(({ lock, text }) => (text === null ? [] : [{ lock, text }]));
  const hash = createHash('sha256').update(JSON.stringify([folder, files]));
  return { files, print: hash.digest('hex').slice(0, 16) };
}

/** True if the checkout has exactly the lane's lock files, and the user installed its packages from them. */
export async function isInCheckout(repo: string, folder: string, { print }: LockFiles): Promise<boolean> {
  if (!(await isFolder(join(repo, folder))) || (await isWrittenByAgents(repo, folder))) return false;
  return (await readLocks(repo, folder)).print === print && isCurrent(repo, folder, print);
}

/** Copies beside the lane first, so that the lane never contains a partial copy. */
async function clone(from: string, worktree: Worktree, folder: string): Promise<void> {
  const draft = draftFor(worktree.path);
  const target = join(worktree.path, folder);
  await removeFolder(draft);
  await cp(from, draft, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE, // clones if possible, else copies
  });
  await mkdir(dirname(target), { recursive: true });
  await rename(draft, target);
}

/** On the file system of the lane, so that the rename is atomic. */
const draftFor = (lane: string) => join(dirname(lane), `.coming-${basename(lane)}`);

/** Removes the copy of a process that died while cloning. */
export const removePartialClone = (lane: string): Promise<void> => removeFolder(draftFor(lane));
