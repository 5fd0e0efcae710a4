/** Records files with nanosecond times: git misses a file written twice in a second with its old size and time. */
import { lstat } from 'node:fs/promises';
import { bytePath } from '../../file/byte-name.ts';
import { nullIfMissing } from '../../file/file-system.ts';

export interface FileStamps {
  readonly paths: readonly string[];
  readonly print: string;
}

/** Maximum tick of a kernel clock: a later write of an older file changes its time. */
const tickMs = 20;

/** `null` if a file was written just now. */
export async function readFileStamps(folder: string, paths: readonly string[]): Promise<FileStamps | null> {
  const found = await Promise.all(
    paths.map((path) => lstat(bytePath(folder, path), { bigint: true }).catch(nullIfMissing)),
  );
  const nowMs = Date.now();
  if (found.some((one) => one !== null && nowMs - Number(one.ctimeMs) < tickMs)) return null;
  const rows = found.map((one) => one && `${one.ino} ${one.mode} ${one.size} ${one.mtimeNs} ${one.ctimeNs}`);
  return { paths, print: rows.join('\n') };
}

export const areStampsCurrent = async (folder: string, { paths, print }: FileStamps): Promise<boolean> =>
  (await readFileStamps(folder, paths))?.print === print;
