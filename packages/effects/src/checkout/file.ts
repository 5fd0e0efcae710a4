/**
 * Reads and writes the files of a checkout, never through a link.
 *
 *   F1. A file is written as a whole or not at all.
 *   F2. A path that leads through a link is missing for a reader, and an `OutsideCheckoutError` for a writer.
 */
import { lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { replaceFile } from '../file/replace-file.ts';
import { OutsideCheckoutError } from './context.ts';

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

/** `mode` is the exact mode of the file; default: the mode that the system gives to a new file. */
export async function writeFileWhole(root: string, path: string, content: string | Uint8Array, mode?: number) {
  const file = resolveInside(root, path);
  await refuseUnwritable(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, content, { durable: true, ...(mode === undefined ? {} : { mode }) });
  });
}
