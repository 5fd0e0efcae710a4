/**
 * Gives each lane its own installed dependencies, from the sources of the clean rooms: the user's checkout if it matches
 * the lane's lock file, else a folder that the harness installs.
 *
 *   L1. Without them, Node would find those of the checkout, whose workspace packages are the user's files.
 *   L2. They are cloned if the file system can, else copied, and never linked: a lane that installs more would write
 *       into the checkout or another lane.
 *   L3. Only folders that the repository ignores are written. Links stay relative: workspace packages lead into the lane.
 *   L4. A record in the git folder of the worktree says that the lane has them. After a crash the missing ones are
 *       copied; later, packages that an agent installed stay.
 */
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { installedFolders } from '@harness/core/lane/dependencies';
import { isFolder, pathExists, removeFolder } from '../../file/file-system.ts';
import { isBehindLink } from '../../file/regular-file.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { copyDependency, type DependencyFolder, findDependencies } from '../../room/room-dependencies.ts';
import type { GitContext } from '../context.ts';
import { ignoredPaths } from '../worktree/ignored.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { readLocks } from './lock-files.ts';
import { commandWithoutList, packageListMissing } from './plug-and-play.ts';

/** A repository with Plug'n'Play needs not ignore it. */
const packages = 'node_modules';

const recordFile = ({ gitDir }: Worktree) => join(gitDir, 'harness-dependencies.json');

/** `commit` has the files of the lane. `null` as timeout disables installation: only installed dependencies are cloned. */
export async function giveDependencies(
  work: GitContext,
  worktree: Worktree,
  { commit, timeoutMs }: { readonly commit: string; readonly timeoutMs: number | null },
): Promise<Outcome<null>> {
  if (await pathExists(recordFile(worktree))) return ok(null);
  const wanted = await foldersToGive(work.repo, worktree);
  if (timeoutMs !== null && !wanted.includes(packages)) {
    const command = await commandWithoutList(worktree.path, (await readLocks(worktree.path, packages)).files);
    if (command !== null) return packageListMissing(command);
  }
  if (wanted.length > 0) {
    const source = { root: work.repo, isCheckout: true, timeoutMs };
    const place = { tree: worktree.path, gitDir: worktree.gitDir };
    const found = await findDependencies(work, place, { commit, source, known: null }, wanted);
    if (!found.ok) return found;
    await copyInto(worktree, found.value.folders);
  }
  await replaceFile(recordFile(worktree), JSON.stringify({ folders: wanted }), { durable: false, mode: 0o600 });
  return ok(null);
}

/** Installed folders at the root that the lane may have and can get. */
async function foldersToGive(repo: string, worktree: Worktree): Promise<readonly string[]> {
  const found = await Promise.all(
    installedFolders.map(async (folder) => {
      const isPossible =
        (await isFolder(join(repo, folder))) || (await readLocks(worktree.path, folder)).files.length > 0;
      return isPossible && !(await isBehindLink(worktree.path, folder)) ? [folder] : [];
    }),
  );
  return ignoredPaths(worktree, found.flat());
}

const isTaken = async ({ path }: Worktree, folder: string): Promise<boolean> =>
  (await pathExists(join(path, folder))) || (await isBehindLink(path, folder));

async function copyInto(worktree: Worktree, folders: readonly DependencyFolder[]): Promise<void> {
  const allowed = await ignoredPaths(
    worktree,
    folders.map(({ path }) => path),
  );
  for (const { path, from } of folders)
    if (allowed.includes(path) && !(await isTaken(worktree, path))) await copyFolder(from, worktree, path);
}

/** Copies beside the lane first, so that the lane never contains a partial copy. */
async function copyFolder(from: string, { path: lane }: Worktree, path: string): Promise<void> {
  const draft = draftFor(lane);
  const target = join(lane, path);
  await copyDependency(from, draft);
  await mkdir(dirname(target), { recursive: true });
  await rename(draft, target);
}

/** On the file system of the lane, so that the rename is atomic. */
const draftFor = (lane: string) => join(dirname(lane), `.coming-${basename(lane)}`);

/** Removes the copy of a process that died while cloning. */
export const removePartialClone = (lane: string): Promise<void> => removeFolder(draftFor(lane));
