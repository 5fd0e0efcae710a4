/**
 * What a check left behind for people (D-37): copied out of its folder, because that goes when the run has ended.
 *
 *   P1. No link is followed out of the folder, and none is copied: what is kept is files.
 *   P2. What an earlier try of the same check left is replaced as a whole.
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
    await cp(place.path, target, { recursive: true, filter: isNoLink });
  }
}

const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();
