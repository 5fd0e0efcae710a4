/**
 * Copies the output folders of a check (D-37), because the lane is removed when the run has ended.
 *
 *   P1. Links are neither followed out of the folder nor copied: only files are kept.
 *   P2. The output of an earlier try of the same check is replaced as a whole.
 */
import { cp, lstat, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';

export async function keepOutputFolders(from: string, folders: readonly string[], to: string): Promise<void> {
  for (const folder of folders) {
    const place = resolveContained(from, folder);
    const target = join(to, basename(folder));
    await rm(target, { recursive: true, force: true });
    if (!place.ok || (await lstat(place.path).catch(nullIfMissing)) === null) continue;
    await cp(place.path, target, { recursive: true, filter: isNotLink });
  }
}

const isNotLink = async (path: string) => !(await lstat(path)).isSymbolicLink();
