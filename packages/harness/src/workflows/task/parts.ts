/** Connects runs of task to the command line. */

import { isClearingDocs } from '@harness/core/workflows/task/clear-docs';
import { describeChange } from '../../cli/change-epilogue.ts';
import type { Example } from '../../cli/example.ts';
import type { WorkflowParts } from '../../workflow.ts';
import { readEditedStateFile } from './edited-state-file.ts';
import { stopOtherRuns } from './stop-other-runs.ts';
import { createTaskStateFile } from './task-state-file.ts';

const taskExample: Example = {
  folder: '2-task',
  command: 'task',
  tasks: ['Read durations'],
  epilogue: (demo) => describeChange(demo, { command: 'task', showsJournal: false }),
};

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  viewFiles: [createTaskStateFile],
  resume: {
    changes: ({ root, entries, state, output }) => readEditedStateFile(root, entries, state, output.tell),
    asksNobody: isClearingDocs,
  },
  examples: { task: taskExample },
  released: ({ root, run, output }) => stopOtherRuns(root, run, output),
};
