/**
 * Reads the identities of the folders and files of the checkout that a clean room may use: packages, virtual
 * environments, `.env` files, and all folders at the root.
 */
import { type Dirent, lstatSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { installedFolders } from '@harness/core/lane/dependencies';
import { listEntries, tryOr } from '../file/file-system.ts';

/** Identity by path, relative to the root. A path without an entry did not exist. */
export type FolderIds = Readonly<Record<string, string>>;

/** As deep as a clean room searches for packages. */
const maxDepth = 5;
const closed: readonly string[] = ['.git', '.harness'];
const environments: readonly string[] = ['.venv', 'venv'];
const packages: readonly string[] = installedFolders.map((folder) => basename(folder));

export async function readFolderIds(root: string): Promise<FolderIds> {
  const found: Record<string, string> = {};
  const visit = async (at: string, depth: number): Promise<void> => {
    for (const entry of await listEntries(join(root, at))) {
      if (closed.includes(entry.name)) continue;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      const id = isRecorded(entry, depth) ? readFolderId(root, path) : null;
      if (id !== null) found[path] = id;
      if (isSearched(entry) && depth < maxDepth) await visit(path, depth + 1);
    }
  };
  await visit('', 0);
  return found;
}

/** The path and the folders around it that `readFolderIds` records; nothing inside of packages is recorded. */
export function recordedPlaces(root: string, path: string): readonly string[] {
  const names = path.split('/');
  const closing = names.findIndex((name) => name === 'node_modules' || environments.includes(name));
  const depth = Math.min(closing === -1 ? names.length : closing + 1, maxDepth + 1);
  return names
    .slice(0, depth)
    .map((_, at) => names.slice(0, at + 1).join('/'))
    .filter((place, at) => isRecordedName(names[at] ?? '') || (at === 0 && isFolderAt(root, place)));
}

const isRecordedName = (name: string): boolean =>
  /^\.env(?:\.|$)/.test(name) || packages.includes(name) || environments.includes(name);

const isFolderAt = (root: string, place: string): boolean =>
  tryOr(() => lstatSync(join(root, place)).isDirectory(), false, 'ENOENT', 'ENOTDIR', 'EACCES');

/** `null` if there is nothing at the path. The time of creation counts, too: a new folder may get the number of a deleted one. */
export function readFolderId(root: string, path: string): string | null {
  const found = tryOr<Stats | null>(() => lstatSync(join(root, path)), null, 'ENOENT', 'ENOTDIR', 'EACCES');
  return found === null ? null : `${found.ino} ${found.birthtimeMs}`;
}

function isRecorded(entry: Dirent, depth: number): boolean {
  if (!entry.isDirectory()) return /^\.env(?:\.|$)/.test(entry.name);
  return depth === 0 || packages.includes(entry.name) || environments.includes(entry.name);
}

const isSearched = (entry: Dirent): boolean =>
  entry.isDirectory() && entry.name !== 'node_modules' && !environments.includes(entry.name);
