/**
 * Keeps a copy of the checkout's dependencies, `.env` files and ignored files of hooks before the first agent works there.
 *
 * An agent in the checkout can write everything that git ignores. Checks of its work use this copy instead.
 */
import { mkdir, realpath, rename } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { installedFolders, installers } from '@harness/core/lane/dependencies';
import { keepOwnHookFiles } from '../commit-hooks/own-hook-files.ts';
import { isFolder, pathExists, readJsonFile, removeFolder } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';
import { readEnvFiles } from './env-files.ts';
import { copyDependency, findNodeModules, withoutAgentFiles } from './room-dependencies.ts';
import { checkoutRoom, createRoomFolder, roomPlace } from './room-place.ts';

const copyFolder = (root: string) => join(root, '.room', 'before');

/** Call it before the first agent of a run may write the checkout. A second call changes nothing. */
export async function keepDependencies(
  repo: string,
  run: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const root = await realpath(repo);
  const place = roomPlace(root, checkoutRoom(run), environment);
  const target = copyFolder(place.root);
  if (await pathExists(target)) return;
  await createRoomFolder(place.root, run);
  const draft = `${target}.draft`;
  await removeFolder(draft);
  await mkdir(draft, { recursive: true });
  for (const path of await pathsToKeep(root)) await copyDependency(join(root, path), join(draft, path));
  await replaceFile(envList(draft), JSON.stringify(await readUserEnvFiles(root)), { durable: false, mode: 0o600 });
  await keepOwnHookFiles(root, draft);
  await rename(draft, target);
}

async function pathsToKeep(root: string): Promise<readonly string[]> {
  const folders = installedFolders.filter((folder) => folder !== 'node_modules');
  const found = await findNodeModules(root, root);
  const modules = await withoutAgentFiles(root, found); // an agent of an earlier run may have written some
  const isComplete = modules.length === found.length; // else their lock file is left out: they are installed
  const locks = installers.filter(({ folder }) => isComplete || folder !== 'node_modules').map(({ lock }) => lock);
  return [...modules, ...(await withoutAgentFiles(root, [...new Set([...folders, ...locks])]))];
}

/** The copy of a run; `null` if there is none. */
export async function findKeptDependencies(root: string): Promise<string | null> {
  return (await isFolder(copyFolder(root))) ? copyFolder(root) : null;
}

/** Content of the kept `.env` files by path; `{}` in a copy of an older version. */
export const readKeptEnvFiles = async (folder: string): Promise<Readonly<Record<string, string>>> =>
  (await readJsonFile<Readonly<Record<string, string>>>(envList(folder))) ?? {};

/** The `.env` files of the checkout that no agent wrote, by path. A link counts as written if its target is. */
export async function readUserEnvFiles(root: string): Promise<Readonly<Record<string, string>>> {
  const own: Record<string, string> = {};
  for (const [path, text] of Object.entries(await readEnvFiles(root))) {
    const target = relative(root, await realpath(join(root, path)));
    const files = target.startsWith('..') ? [path] : [path, target];
    if ((await withoutAgentFiles(root, files)).length === files.length) own[path] = text;
  }
  return own;
}

const envList = (folder: string) => join(folder, '.env-files.json');
