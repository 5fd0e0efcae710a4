/** Moves the files of a mission that is done to `.harness/missions/<run>`, if the configuration says so (MO-07). */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { MissionJob } from '@harness/core/workflows/mission/machine';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { createView, type ViewFile } from '../../run/view-file.ts';

/** Files of one mission below `.harness`. Hooks belong to the user, and runs have their own archive. */
const missionFiles = [
  'features.json',
  'validation-contract.md',
  'plan-review.md',
  'issues.md',
  'pending-issues.jsonl',
  'memory',
  'debug',
  'snapshots',
];
/** Without these markers, checkpoints and competitions start again in the next mission. */
const isMarker = (name: string) => /^\.checkpoint-.+\.fired$|^competition-.+\.json$/.test(name);

export function createMissionArchiver(root: string): ViewFile {
  const archiving = new Set<string>();
  const learn = (run: string, entry: Entry) => {
    if (entry.type === 'started' && entry.machine === 'mission' && (entry.input as MissionJob).archives)
      archiving.add(run);
  };
  return createView(learn, (run, entry) => {
    if (archiving.has(run) && entry.type === 'ended' && entry.end === 'done') moveAside(join(root, '.harness'), run);
  });
}

function moveAside(folder: string, run: string): void {
  const target = join(folder, 'missions', run);
  createFolder(dirname(target));
  createFolder(target);
  refuseUnwritableSync(target, () => {
    for (const name of [...missionFiles, ...readdirSync(folder).filter(isMarker)])
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(target, name));
  });
}
