/**
 * Finds the packages of an add-on: beside the harness, or where `harness provider add` installed them.
 *
 *   A1. No folder of a repository is searched: an agent could have put a package there.
 *   A2. A package is imported by its path, so that it is found from every place of the bundle.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AddOnName, addOnCommand, addOns, mainPackage } from '@harness/core/providers/add-ons';
import { tryOr } from '../file/file-system.ts';

export interface FoundPackage {
  readonly folder: string;
  readonly version: string;
  /** Whether `harness provider add` installed it. */
  readonly isAdded: boolean;
}

const ownFile = fileURLToPath(import.meta.url);

/** The folder of all add-ons of a user. */
export const addOnsFolder = (home = homedir()): string => join(home, '.harness', 'providers');

export const addOnFolder = (name: AddOnName, home = homedir()): string => join(addOnsFolder(home), name);

/** `undefined` if a package of the add-on is missing. `from` is a file of the harness. */
export function findAddOn(name: AddOnName, from = ownFile, home = homedir()): FoundPackage | undefined {
  const places = [
    { isAdded: false, folders: createRequire(from).resolve.paths(mainPackage(name)) ?? [] },
    { isAdded: true, folders: [join(addOnFolder(name, home), 'node_modules')] },
  ];
  for (const { isAdded, folders } of places) {
    const found = Object.keys(addOns[name].packages).map((one) => findIn(folders, one));
    const [main] = found;
    if (main !== undefined && found.every((one) => one !== undefined)) return { ...main, isAdded };
  }
  return undefined;
}

/** The folder of one package of an add-on. */
export function addOnPackage(name: AddOnName, packageName: string, from = ownFile): string | undefined {
  const folders = createRequire(from).resolve.paths(packageName) ?? [];
  return findIn([...folders, join(addOnFolder(name), 'node_modules')], packageName)?.folder;
}

function findIn(folders: readonly string[], name: string): { folder: string; version: string } | undefined {
  const folder = folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) return undefined;
  const manifest = tryOr(() => readFileSync(join(folder, 'package.json'), 'utf8'), '{}', 'ENOENT', 'EACCES');
  const { version } = JSON.parse(manifest) as { version?: string };
  return version === undefined ? undefined : { folder, version };
}

/** Loads `entry` of the main package. Throws an error with the command that installs it; callers look before. */
export async function loadAddOn<Package>(name: AddOnName, entry: string): Promise<Package> {
  const found = findAddOn(name);
  if (found === undefined) throw new Error(`${mainPackage(name)} is missing; ${addOnCommand(name)} installs it`);
  const path = join(found.folder, entry);
  if (entry.endsWith('.mjs')) return (await import(pathToFileURL(path).href)) as Package;
  return createRequire(path)(path) as Package;
}
