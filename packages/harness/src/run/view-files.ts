/** The files that tell where a run stands, whichever workflow it is of. */

import { createMissionArchiver } from '../workflows/mission/archive-mission.ts';
import { createFeaturesFile } from '../workflows/mission/features-file.ts';
import { createIssueFiles } from '../workflows/mission/issue-files.ts';
import { createManifestFiles } from '../workflows/mission/manifest-files.ts';
import { createMemoryFile } from '../workflows/mission/memory-file.ts';
import { createSnapshots } from '../workflows/mission/snapshots.ts';
import { createRunFiles } from '../workflows/plan/run-files.ts';
import { createTaskStateFile } from '../workflows/task/task-state-file.ts';
import type { ViewFile } from './view-file.ts';

/** Whoever tells of a run in a file of its own is a row here. */
const tellers: readonly ((root: string) => ViewFile)[] = [
  ...[createTaskStateFile, createFeaturesFile, createMemoryFile, createRunFiles],
  createManifestFiles,
  ...[createIssueFiles, createSnapshots], // a snapshot is of what the others wrote
  createMissionArchiver, // when nobody writes any more
];

export function createViewFiles(root: string): ViewFile {
  const files = tellers.map((teller) => teller(root));
  return {
    know: (run, entries) => {
      for (const file of files) file.know(run, entries);
    },
    see: (run, entry) => {
      for (const file of files) file.see(run, entry);
    },
  };
}
