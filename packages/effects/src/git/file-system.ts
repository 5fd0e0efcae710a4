/** What is on the disk. That something is not there is an answer; that it may not be looked at is an error. */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A link to a folder is not one: behind it may be anything. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(nullIfMissing))?.isDirectory() ?? false;

export const pathExists = async (path: string): Promise<boolean> => (await lstat(path).catch(nullIfMissing)) !== null;

/** Nothing is there: no such file, a file where a folder would have to be, or a link that leads to itself. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) return null;
  throw error;
}

/** Some tools write-protect what they download, and a folder that may not be written cannot be emptied. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
