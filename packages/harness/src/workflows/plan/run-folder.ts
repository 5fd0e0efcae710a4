/** Claims the folder that tells of one run of a plan. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runsOfPlan, stampOf } from '@harness/core/plans/run-place';

/** Makes the folder and answers with its name. Two that begin in the same second get two. */
export function claimRunFolder(root: string, stateDir: string, plan: string, atMs: number): string {
  const parent = join(root, runsOfPlan(stateDir, plan));
  mkdirSync(parent, { recursive: true });
  for (let n = 1; ; n++) {
    const name = n === 1 ? stampOf(atMs) : `${stampOf(atMs)}-${n}`;
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
