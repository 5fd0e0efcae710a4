/**
 * Copies installed dependencies into a clean room or lane, from a source that no agent could write.
 *
 *   D1. For a lane, the source is the user's checkout if it matches the lock file, else a folder that the harness
 *       installs. For work in the checkout itself, it is a copy from before the first agent, else an installation.
 *   D2. Without a lock file, `node_modules` of the same source is copied: from a lane, Node would find it in the checkout.
 *   D3. An installation may run code of the commit, so it is used again only if that code is the same.
 *   D4. Packages that an agent wrote into the checkout in an earlier run are no source, nor are caches of tools.
 *   D5. Links stay relative, so that the packages of a workspace lead into the room.
 *   D6. An installed package puts no program into the room that hides a program of the system, such as `node`: npm
 *       searches `node_modules/.bin` first. A program that the user's packages have, too, stays.
 */
import { constants } from 'node:fs';
import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { installedFolders, isCacheFolder } from '@harness/core/lane/dependencies';
import { isCommonProgram } from '@harness/core/test-guard/lock-files';
import { isFolder, listEntries, nullIfMissing, removeFolder } from '../file/file-system.ts';
import type { GitContext } from '../git/context.ts';
import { installDependenciesOnce } from '../git/dependencies/install-dependencies.ts';
import { isInCheckout, readLocks } from '../git/dependencies/lock-files.ts';
import { gitInWorktree, type Worktree } from '../git/worktree/worktree.ts';
import { isWrittenByAgents } from '../trust/exposed-times.ts';
import type { RoomPlace } from './room-place.ts';

/** One folder of installed packages, relative to the root of the room, and the folder that it is copied from. */
export interface DependencyFolder {
  readonly path: string;
  readonly from: string;
  /** Full paths of programs in its `.bin` that are not copied; absent if all are. */
  readonly left?: readonly string[];
}

/** `key` changes with the commit, and when a source was installed again. */
export interface RoomDependencies {
  readonly key: string;
  readonly folders: readonly DependencyFolder[];
  /** Why the installation failed; `undefined` if it did not. */
  readonly problem?: string;
}

export interface DependencySource {
  /** Root of the checkout, or of the copy from before the first agent; `null` if there is neither. */
  readonly root: string | null;
  readonly isCheckout: boolean;
  /** `null` disables installation. */
  readonly timeoutMs: number | null;
}

/** Finds, and if necessary installs, the dependencies of the commit in a clean room or lane. */
export async function findDependencies(
  work: GitContext,
  { tree, gitDir }: Pick<RoomPlace, 'tree' | 'gitDir'>,
  { commit, source, known }: { commit: string; source: DependencySource; known: RoomDependencies | null },
  folders: readonly string[] = installedFolders,
): Promise<Outcome<RoomDependencies>> {
  const roots: { readonly folder: string; readonly root: string; readonly mark: string }[] = [];
  for (const folder of folders) {
    const root = await sourceRoot(work, { path: tree, gitDir }, { folder, commit }, source);
    if (!root.ok) return root;
    if (root.value !== null) roots.push({ folder, root: root.value, mark: await markOf(join(root.value, folder)) });
  }
  const key = JSON.stringify([commit, roots]);
  if (known?.key === key) return ok(known);
  const tracked = await trackedFolders(
    { path: tree, gitDir },
    roots.map(({ folder }) => folder),
  );
  const found: DependencyFolder[] = [];
  for (const { folder, root } of roots)
    if (!tracked.includes(folder)) found.push(...(await foldersIn(root, folder, tree, source)));
  return ok({ key, folders: found });
}

/** Changes when packages are added, removed or installed again. */
async function markOf(folder: string): Promise<string> {
  const stamps = [folder, join(folder, '.package-lock.json'), join(folder, '.modules.yaml')].map(async (path) => {
    const found = await lstat(path, { bigint: true }).catch(nullIfMissing);
    return found === null ? '' : `${found.ino} ${found.mtimeNs} ${found.ctimeNs}`;
  });
  return (await Promise.all(stamps)).join(', ');
}

/** Folders that the commit itself contains need no packages from elsewhere. */
async function trackedFolders(room: Worktree, folders: readonly string[]): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const files = await gitInWorktree(room, ['ls-files', '-z', '--', ...folders.map((folder) => `:(literal)${folder}`)]);
  return folders.filter((folder) => files.split('\0').some((file) => file.startsWith(`${folder}/`)));
}

async function sourceRoot(
  work: GitContext,
  room: Worktree,
  { folder, commit }: { readonly folder: string; readonly commit: string },
  { root, isCheckout, timeoutMs }: DependencySource,
): Promise<Outcome<string | null>> {
  const locks = await readLocks(room.path, folder);
  const isThere = root !== null && (await isFolder(join(root, folder)));
  const hasSource = isThere && !(isCheckout && (await isWrittenByAgents(root, folder)));
  const isForNode = folder === 'node_modules';
  if (locks.files.length === 0) return ok(hasSource && isForNode ? root : null);
  const isSource = hasSource && (await matches(root, folder, locks.print, isCheckout));
  if (isSource && (!isCheckout || (await isComplete(root, folder, room.path)))) return ok(root);
  const installed = await installDependenciesOnce(work, room, { folder, locks, commit, timeoutMs });
  if (!installed.ok) return installed;
  if (installed.value !== null) return ok(installed.value.slice(0, -folder.length - 1));
  return ok(hasSource && isForNode ? root : null);
}

const matches = async (root: string, folder: string, print: string, isCheckout: boolean): Promise<boolean> =>
  isCheckout ? isInCheckout(root, folder, { files: [], print }) : (await readLocks(root, folder)).print === print;

/** D4: whether no agent wrote the packages of a workspace package. An installation has them, too. */
async function isComplete(root: string, folder: string, tree: string): Promise<boolean> {
  if (folder !== 'node_modules') return true;
  const found = await findNodeModules(root, tree);
  return (await withoutAgentFiles(root, found)).length === found.length;
}

/** The folder at the root, and for Node also those of the packages of a workspace. */
async function foldersIn(
  root: string,
  folder: string,
  tree: string,
  source: DependencySource,
): Promise<readonly DependencyFolder[]> {
  const found = folder === 'node_modules' ? await findNodeModules(root, tree) : [folder];
  if (source.root !== root) return Promise.all(found.map((path) => installedFolder(root, path, source)));
  const paths = source.isCheckout ? await withoutAgentFiles(root, found) : found;
  return paths.map((path) => ({ path, from: join(root, path) }));
}

/** D6. */
async function installedFolder(installed: string, path: string, { root, isCheckout }: DependencySource) {
  const from = join(installed, path);
  const hiding = (await programsIn(from)).filter(isCommonProgram);
  const isTrusted = root !== null && !(isCheckout && (await isWrittenByAgents(root, path)));
  const known = isTrusted ? await programsIn(join(root, path)) : [];
  const left = hiding.filter((name) => !known.includes(name)).map((name) => join(from, '.bin', name));
  return left.length === 0 ? { path, from } : { path, from, left };
}

const programsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, '.bin')).catch(nullIfMissing)) ?? [];

export async function withoutAgentFiles(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const written = await Promise.all(paths.map((path) => isWrittenByAgents(root, path)));
  return paths.filter((_, at) => !written[at]);
}

const maxDepth = 5;

/** Searches only folders that the commit has, too. */
export async function findNodeModules(root: string, tree: string, at = '', depth = 0): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await listEntries(join(root, at))) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (!entry.isDirectory() || entry.name === '.git' || entry.name === '.harness') continue;
    if (entry.name === 'node_modules') found.push(path);
    else if (depth < maxDepth && (await isFolder(join(tree, path))))
      found.push(...(await findNodeModules(root, tree, path, depth + 1)));
  }
  return found;
}

/** Copies a file, link or folder of the dependencies; one that the source lacks is skipped. */
export async function copyDependency(from: string, to: string, left: readonly string[] = []): Promise<void> {
  if ((await lstat(from).catch(nullIfMissing)) === null) return;
  await removeFolder(to);
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.includes(path) && (dirname(path) !== from || !isCacheFolder(basename(path))),
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE, // clones if possible, else copies
  });
}
