/** The folder that tells of one run of a plan: `<stateDir>/task-runs/<plan>/<YYYYMMDD-HHMMSS>`, in UTC (DO-06, Dd-08). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const runsOfPlan = (stateDir: string, plan: string): string => `${stateDir}/task-runs/${plan}`;

/** `20260214-093005`. */
export const stampOf = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

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
