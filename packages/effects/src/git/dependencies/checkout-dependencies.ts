/**
 * Checks whether the installed packages of the user's checkout still match its lock file. A merge changes the lock file
 * but installs nothing, so the first lane records which lock file it found with the folder. A folder that changed since
 * counts as installed from the current lock file.
 */

import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '@harness/core/text/json';
import { nullIfMissing } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { dependenciesFolder } from './install-dependencies.ts';

interface InstalledState {
  readonly print: string;
  readonly changedMs: number;
}

export async function isCurrent(repo: string, folder: string, print: string): Promise<boolean> {
  const file = join(dependenciesFolder(repo), 'checkout', `${folder.replaceAll('/', '-')}.json`);
  const { mtimeMs: changedMs } = await stat(join(repo, folder));
  const text = await readFile(file, 'utf8').catch(nullIfMissing);
  // If a crash left half a file, the folder counts as current.
  const seen = text === null ? null : (parseJson(text) as InstalledState | null | undefined);
  if (seen?.changedMs === changedMs) return seen.print === print;
  await mkdir(dirname(file), { recursive: true });
  const seenNow: InstalledState = { print, changedMs };
  await replaceFile(file, JSON.stringify(seenNow), { durable: false, isShared: true }); // several lanes open at once
  return true;
}
