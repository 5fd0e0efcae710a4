/** One short text that stands for all plan files: it changes when one is added, changed or taken away. No file is read for it. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveContained } from '../contained-path.ts';
import { entriesOf, type PlanFolders } from './read.ts';

export function fingerprintPlans(repo: string, { planDir, completedDir }: PlanFolders): string {
  const hash = createHash('sha256');
  for (const folder of [planDir, completedDir]) {
    const contained = resolveContained(repo, folder);
    if (!contained.ok) continue; // a pick says what is wrong with it
    for (const { name } of entriesOf(contained.path)) {
      const found = statSync(join(contained.path, name), { throwIfNoEntry: false });
      hash.update(JSON.stringify([folder, name, found?.mtimeMs, found?.size, found?.ino]));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
