/**
 * Keeps a copy of the checkout's dependencies and `.env` files before the first agent works there.
 *
 * An agent in the checkout can write everything that git ignores. Checks of its work use this copy instead.
 */
import { mkdir, readdir, readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { installedFolders, installers } from '@harness/core/lane/dependencies';
import { isFolder, pathExists, removeFolder } from '../file/file-system.ts';
import { copyDependency, findNodeModules, withoutAgentFiles } from './room-dependencies.ts';
import { checkoutRoom, createRoomFolder, roomPlace } from './room-place.ts';

const envFile = /^\.env(\..+)?$/;

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
  await rename(draft, target);
}

async function pathsToKeep(root: string): Promise<readonly string[]> {
  const folders = installedFolders.filter((folder) => folder !== 'node_modules');
  const files = (await readdir(root)).filter((name) => envFile.test(name));
  const found = [...new Set([...folders, ...files, ...installers.map(({ lock }) => lock)])];
  return withoutAgentFiles(root, [...(await findNodeModules(root, root)), ...found]); // an agent of an earlier run may have written some
}

/** The copy of a run; `null` if there is none. */
export async function findKeptDependencies(root: string): Promise<string | null> {
  return (await isFolder(copyFolder(root))) ? copyFolder(root) : null;
}

/** Content of the kept `.env` files by name. */
export async function readKeptEnvFiles(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => envFile.test(name));
  const files = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(files));
}
