/**
 * Creates the folder for a provider's own files during a run: sessions, caches, temporary files. Only the owner can
 * read it.
 *
 *   V1. It keeps no key: all files are redacted before the last call ends.
 *   V2. It is removed when the run has ended; until then its sessions can be resumed.
 */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redactor } from '../secret/redactor.ts';

const folderName = 'agents';

export const privateFolderIn = (runFolder: string): string => join(runFolder, folderName);

/** Creates a folder below the run's folder; each part of the path is closed to other users. */
export async function privateFolder(runFolder: string, ...names: readonly string[]): Promise<string> {
  let at = runFolder;
  for (const name of [folderName, ...names]) {
    at = join(at, name);
    await mkdir(at, { recursive: true, mode: 0o700 });
    await chmod(at, 0o700);
  }
  return at;
}

export const removePrivateFolder = (runFolder: string): Promise<void> =>
  rm(privateFolderIn(runFolder), { recursive: true, force: true });

/** Redacts every file. Ignores files that disappear at the same time, because another call may end. */
export async function redactFolder(folder: string, redactor: Redactor): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile()) await redactFile(join(entry.parentPath, entry.name), redactor);
}

async function redactFile(path: string, { bytes }: Redactor): Promise<void> {
  try {
    const found = await readFile(path);
    const clean = bytes(found);
    if (!clean.equals(found)) await writeFile(path, clean, { mode: (await stat(path)).mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
