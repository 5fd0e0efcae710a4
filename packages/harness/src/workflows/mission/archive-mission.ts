/** A mission that is done is moved aside where its repository wants that (MO-07): the next one starts from nothing. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { MissionJob } from '@harness/core/workflows/mission/machine';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import type { ViewFile } from '../../run/view-file.ts';

/** What belongs to one mission, below `.harness`; hooks are the person's, and runs are put away by themselves. */
const own = [
  ...['features.json', 'validation-contract.md', 'plan-review.md', 'issues.md', 'pending-issues.jsonl'],
  ...['memory', 'debug', 'snapshots'],
];
/** Checkpoints fire anew in the next one, and its features compete anew. */
const isFired = (name: string) => /^\.checkpoint-.+\.fired$|^competition-.+\.json$/.test(name);

export function createMissionArchiver(root: string): ViewFile {
  const wanted = new Set<string>();
  const learn = (run: string, entry: Entry) => {
    if (entry.type === 'started' && entry.machine === 'mission' && (entry.input as MissionJob).archives)
      wanted.add(run);
  };
  return {
    know: (run, entries) => {
      for (const entry of entries) learn(run, entry);
    },
    see: (run, entry) => {
      learn(run, entry);
      if (wanted.has(run) && entry.type === 'ended' && entry.end === 'done') putAside(join(root, '.harness'), run);
    },
  };
}

function putAside(folder: string, run: string): void {
  const place = join(folder, 'missions', run);
  createFolder(dirname(place));
  createFolder(place);
  refuseUnwritableSync(place, () => {
    for (const name of [...own, ...readdirSync(folder).filter(isFired)])
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(place, name));
  });
}
