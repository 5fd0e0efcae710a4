/**
 * Files of the checkout, reached through no link.
 *
 *   F1. A file is written as a whole or not at all: beside it first, then in its place.
 *   F2. A file that cannot be reached without a link is not there for reading, and `Outside` for writing.
 */
import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { refuseUnwritable } from '../artifact/refuse-unwritable.ts';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../git/file-system.ts';
import { OutsideCheckoutError } from './context.ts';

/** The absolute path. */
export function resolveInside(root: string, path: string): string {
  const contained = resolveContained(root, path);
  if (!contained.ok) throw new OutsideCheckoutError(path);
  return contained.path;
}

export async function isFile(root: string, path: string): Promise<boolean> {
  const contained = resolveContained(root, path);
  return contained.ok && ((await lstat(contained.path).catch(nullIfMissing))?.isFile() ?? false);
}

export const readBytes = async (root: string, path: string): Promise<Buffer | null> =>
  (await isFile(root, path)) ? readFile(resolveInside(root, path)) : null;

export const readText = async (root: string, path: string): Promise<string | null> =>
  (await readBytes(root, path))?.toString('utf8') ?? null;

/** `mode` is what the file has afterwards; without one, what the system gives to a new file. */
export async function writeFileWhole(root: string, path: string, content: string | Uint8Array, mode?: number) {
  const file = resolveInside(root, path);
  const draft = temporaryPath(file);
  await refuseUnwritable(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await rm(draft, { force: true }); // of one who died; and if it is a link, it is not written through
    await writeFile(draft, content, { flag: 'wx', flush: true });
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, file);
  });
}

/** The same each time, so that what a crash leaves is found and removed. */
export const temporaryPath = (file: string): string => join(dirname(file), `.${basename(file)}.harness-draft`);
