/** Connects runs of task to the command line. */

import { isClearingDocs } from '@harness/core/workflows/task/clear-docs';
import type { WorkflowParts } from '../../workflow.ts';
import { readEditedStateFile } from './edited-state-file.ts';
import { taskExample } from './example.ts';
import { stopOtherRuns } from './stop-other-runs.ts';
import { createTaskStateFile } from './task-state-file.ts';

export const parts: WorkflowParts = {
  viewFiles: [createTaskStateFile],
  resume: {
    changes: ({ root, entries, state, output }) => readEditedStateFile(root, entries, state, output.tell),
    asksNobody: isClearingDocs,
  },
  examples: { task: taskExample },
  released: ({ root, run, output }) => stopOtherRuns(root, run, output),
};
