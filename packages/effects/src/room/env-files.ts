/**
 * Finds the `.env` files of a folder, also those of workspace packages.
 *
 *   E1. Only regular files, and links to them, of a size that a person writes: a pipe would never end.
 *   E2. Only folders that the commit has, too, and no folder of installed packages.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder, listEntries, nullIfMissing } from '../file/file-system.ts';

const envFile = /^\.env(\..+)?$/;
const skipped: readonly string[] = ['.git', '.harness', 'node_modules', 'vendor', '.venv'];
const maxDepth = 5;
const maxBytes = 1024 * 1024;

/** Content by path, relative to the root. `tree` has the folders of the commit. */
export async function readEnvFiles(
  root: string,
  tree = root,
  at = '',
  depth = 0,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await listEntries(join(root, at))) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isDirectory()) {
      const isSearched = depth < maxDepth && !skipped.includes(entry.name) && (await isFolder(join(tree, path)));
      if (isSearched) Object.assign(found, await readEnvFiles(root, tree, path, depth + 1));
    } else if (envFile.test(entry.name)) {
      const text = await readSmallFile(join(root, path));
      if (text !== null) found[path] = text;
    }
  }
  return found;
}

async function readSmallFile(path: string): Promise<string | null> {
  const seen = await stat(path).catch(nullIfMissing);
  return seen?.isFile() && seen.size <= maxBytes ? readFile(path, 'utf8').catch(nullIfMissing) : null;
}
