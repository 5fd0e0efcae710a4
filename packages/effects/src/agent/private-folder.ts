/**
 * Where a provider keeps its own files during a run: sessions, caches, temporary files. For the owner alone.
 *
 *   V1. No key stays in it: what calls left there is redacted before the last of them is over.
 *   V2. It goes when the run has ended; until then a session in it can be gone on with.
 */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redactor } from '../secret/redactor.ts';

const folderName = 'agents';

export const privateFolderIn = (runFolder: string): string => join(runFolder, folderName);

/** Makes a folder below the run's own, each part of it closed to others. */
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

/** Takes the secrets out of every file. A file that goes meanwhile (another call ends at the same time) is nobody's any more. */
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
