/**
 * Files of the checkout, reached through no link.
 *
 *   F1. A file is written as a whole or not at all: beside it first, then in its place.
 *   F2. A file that cannot be reached without a link is not there for reading, and `Outside` for writing.
 */
import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { onDisk } from '../artifact/disk.ts';
import { contain } from '../contain.ts';
import { absent } from '../git/folder.ts';
import { Outside } from './work.ts';

/** The absolute path. */
export function inside(root: string, path: string): string {
  const contained = contain(root, path);
  if (!contained.ok) throw new Outside(path);
  return contained.path;
}

export async function isFile(root: string, path: string): Promise<boolean> {
  const contained = contain(root, path);
  return contained.ok && ((await lstat(contained.path).catch(absent))?.isFile() ?? false);
}

export const readBytes = async (root: string, path: string): Promise<Buffer | null> =>
  (await isFile(root, path)) ? readFile(inside(root, path)) : null;

export const readText = async (root: string, path: string): Promise<string | null> =>
  (await readBytes(root, path))?.toString('utf8') ?? null;

/** `mode` is what the file has afterwards; without one, what the system gives to a new file. */
export async function placeFile(root: string, path: string, content: string | Uint8Array, mode?: number) {
  const file = inside(root, path);
  const draft = draftOf(file);
  await onDisk(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await rm(draft, { force: true }); // of one who died; and if it is a link, it is not written through
    await writeFile(draft, content, { flag: 'wx', flush: true });
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, file);
  });
}

/** The same each time, so that what a crash leaves is found and removed. */
export const draftOf = (file: string): string => join(dirname(file), `.${basename(file)}.harness-draft`);
