/** The files that tell where a run stands, whichever workflow it is of. */
import { featuresFileIn } from './mission/features-file.ts';
import { issueFilesIn } from './mission/issue-files.ts';
import { manifestFilesIn } from './mission/manifest-files.ts';
import { memoryFileIn } from './mission/memory-file.ts';
import { putAsideIn } from './mission/put-aside.ts';
import { snapshotsIn } from './mission/snapshots.ts';
import { runFilesIn } from './plans/run-files.ts';
import { stateFileIn } from './task/state-file.ts';
import type { ViewFile } from './view-file.ts';

/** Whoever tells of a run in a file of its own is a row here. */
const tellers: readonly ((root: string) => ViewFile)[] = [
  ...[stateFileIn, featuresFileIn, memoryFileIn, runFilesIn],
  manifestFilesIn,
  ...[issueFilesIn, snapshotsIn], // a snapshot is of what the others wrote
  putAsideIn, // when nobody writes any more
];

export function viewFilesIn(root: string): ViewFile {
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
