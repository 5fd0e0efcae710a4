/** Computes a fingerprint of all plan files from their names, times and sizes. A plan that a person accepts changes it, too. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveContained } from '../contained-path.ts';
import { findWrittenDocuments } from '../trust/exposure.ts';
import { entriesOf, type PlanFolders } from './read.ts';

export async function fingerprintPlans(repo: string, { planDir, completedDir }: PlanFolders): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [planDir, completedDir]) {
    const contained = resolveContained(repo, folder);
    if (!contained.ok) continue; // `pickPlan` reports the problem
    for (const { name } of entriesOf(contained.path)) {
      const found = statSync(join(contained.path, name), { throwIfNoEntry: false });
      hash.update(JSON.stringify([folder, name, found?.mtimeMs, found?.size, found?.ino]));
    }
  }
  for (const path of await findWrittenDocuments(repo)) hash.update(JSON.stringify(['written', path]));
  return hash.digest('hex').slice(0, 16);
}
