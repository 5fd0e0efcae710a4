/**
 * How files stand at one moment, to the last digit of the clock. Git compares whole seconds: a file that is written twice in
 * one, with its old size and time, is the same to it.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';

export interface FileStamps {
  readonly paths: readonly string[];
  readonly print: string;
}

/** A clock of the kernel ticks at least so often: what was written longer ago cannot be written again unnoticed. */
const tickMs = 20;

/** Null where a file was written just now. */
export async function readFileStamps(folder: string, paths: readonly string[]): Promise<FileStamps | null> {
  const found = await Promise.all(
    paths.map((path) => lstat(join(folder, path), { bigint: true }).catch(nullIfMissing)),
  );
  const nowMs = Date.now();
  if (found.some((one) => one !== null && nowMs - Number(one.ctimeMs) < tickMs)) return null;
  const rows = found.map((one) => one && `${one.ino} ${one.mode} ${one.size} ${one.mtimeNs} ${one.ctimeNs}`);
  return { paths, print: rows.join('\n') };
}

/** Whether they stand as they did. */
export const areStampsCurrent = async (folder: string, { paths, print }: FileStamps): Promise<boolean> =>
  (await readFileStamps(folder, paths))?.print === print;
