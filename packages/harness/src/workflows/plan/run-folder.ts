/** Claims the folder for the files of a plan's run. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatTimestamp, planRunsFolder } from '@harness/core/plans/run-place';

/** Creates the folder and returns its name. Two runs in the same second get two folders. */
export function claimRunFolder(root: string, stateDir: string, plan: string, atMs: number): string {
  const parent = join(root, planRunsFolder(stateDir, plan));
  mkdirSync(parent, { recursive: true });
  for (let n = 1; ; n++) {
    const name = n === 1 ? formatTimestamp(atMs) : `${formatTimestamp(atMs)}-${n}`;
    if (isNew(join(parent, name))) return name;
  }
}

function isNew(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
