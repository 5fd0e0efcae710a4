/** Connects runs of task to the command line. */

import { refusalOf } from '@harness/core/failure/refusal';
import { isClearingDocs } from '@harness/core/workflows/task/clear-docs';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { isSessionState, type Task } from '@harness/core/workflows/task/state';
import { headBranch } from '@harness/effects/checkout/branch';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { describeChange } from '../../cli/change-epilogue.ts';
import type { Example } from '../../cli/example.ts';
import { readFailedSteps } from '../../run/failed-run.ts';
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

/** A failed task resumes only on its own branch: on another one its files would be judged and committed there. */
async function requireOwnBranch(at: { root: string; store: JsonlStore; run: string }): Promise<void> {
  const [failed] = await readFailedSteps(at.store, at.run);
  const task = failed?.state as Task | undefined;
  if (!task || !isSessionState(task) || task.branch === null) return;
  if ((await headBranch(at.root)) !== task.branch)
    throw refusalOf(taskCodes, 'task.other-branch', { branch: task.branch });
}

export const parts: WorkflowParts = {
  worksInCheckout: () => true,
  viewFiles: [createTaskStateFile],
  resume: {
    before: requireOwnBranch,
    changes: ({ root, entries, state, output }) => readEditedStateFile(root, entries, state, output.tell),
    asksNobody: isClearingDocs,
  },
  examples: { task: taskExample },
  released: ({ root, run, output }) => stopOtherRuns(root, run, output),
};
