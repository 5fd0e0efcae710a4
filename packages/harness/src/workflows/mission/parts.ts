/** What the command line does with runs of a mission: how they stand, the files that tell of them, how they are gone on with. */

import type { WorkflowParts } from '../../workflow.ts';
import { createMissionArchiver } from './archive-mission.ts';
import { applyGrantFiles } from './checkpoints.ts';
import { readEditedPlan } from './edited-plan.ts';
import { createFeaturesFile } from './features-file.ts';
import { createIssueFiles } from './issue-files.ts';
import { createManifestFiles } from './manifest-files.ts';
import { createMemoryFile } from './memory-file.ts';
import { missionLines, missionRest } from './result.ts';
import { createSnapshots } from './snapshots.ts';

export const parts: WorkflowParts = {
  ended: missionLines,
  waiting: missionLines,
  rest: (family, { messages }) => missionRest(family, messages),
  viewFiles: [
    ...[createFeaturesFile, createMemoryFile, createManifestFiles],
    ...[createIssueFiles, createSnapshots], // a snapshot is of what the others wrote
    createMissionArchiver, // when nobody writes any more
  ],
  resume: {
    before: ({ root, store, run }) => applyGrantFiles(root, store, run),
    changes: ({ root, entries, state }) => readEditedPlan(root, entries, state),
  },
};
