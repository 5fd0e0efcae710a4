/**
 * Places several files: all of them or none.
 *
 *   PF1. Every file is complete on the disk in its draft before the first file gets its name.
 *   PF2. No existing file is replaced unless the caller asks for it. If one path is taken, the placed files are removed.
 *   PF3. Files get their names in the given order.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linkIfFree, syncFolder, writeDraft } from './replace-file.ts';

export interface NewFile {
  /** The absolute path. */
  readonly file: string;
  /** The path of its draft: different per run, and the same after a crash. */
  readonly draft: string;
  readonly content: string | Uint8Array;
}

interface PlaceOptions<File> {
  /** Files that this run placed before a crash. */
  readonly placed: readonly File[];
  /** Replaces existing files. A replaced file is not restored after a failure. */
  readonly replace: boolean;
}

/** Returns the file whose path is taken, and `null` if all files are placed. */
export async function placeFiles<File extends NewFile>(
  files: readonly File[],
  { placed: earlier, replace }: PlaceOptions<File>,
): Promise<File | null> {
  const placed = [...earlier];
  const left = files.filter((file) => !earlier.includes(file));
  try {
    for (const { draft, content } of left) {
      await mkdir(dirname(draft), { recursive: true });
      await rm(draft, { force: true }); // of a process that crashed
      await writeDraft(draft, content, { durable: true });
    }
    for (const file of left) {
      if (replace) await rename(file.draft, file.file);
      else if (!(await linkIfFree(file.draft, file.file))) {
        await removePlaced(files, placed);
        return file;
      }
      placed.push(file);
    }
  } catch (error) {
    await removePlaced(files, replace ? [] : placed);
    throw error;
  }
  await removePlaced(files, []);
  for (const folder of new Set(files.map(({ file }) => dirname(file)))) await syncFolder(folder);
  return null;
}

export async function removePlaced(files: readonly NewFile[], placed: readonly NewFile[]): Promise<void> {
  for (const { file } of placed) await rm(file, { force: true });
  for (const { draft } of files) await rm(draft, { force: true });
}
