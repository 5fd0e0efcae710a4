/** Exports the machine, roles and progress lines of task. */
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { acceptanceWriter } from '../acceptance/writer.ts';
import { progressAtStart, repeatedRoles, taskProgress } from './progress.ts';
import { taskRoles } from './roles/index.ts';
import type { Task } from './state.ts';

const writer = 'task.acceptance-writer';

export const logic: WorkflowLogic<keyof typeof taskRoles | typeof writer> = {
  loadMachines: async () => [(await import('./machine.ts')).task as Machine],
  roles: { ...taskRoles, [writer]: acceptanceWriter(writer) },
  progress: {
    task: {
      start: (state) => progressAtStart(state as Task),
      move: (from, answers, to) => taskProgress(from as Task, answers, to as Task),
      repeats: repeatedRoles,
    },
  },
  document: unwitnessedField,
  rerun: ({ title }, quote) => `task ${quote(title)}`,
};

/** Why the change has no witness; `null` if it has one, or if the task is not over. */
function unwitnessedField([{ entries }]: RunTree): object | null {
  const state = foldJournal(entries).state as Task;
  return 'unwitnessed' in state ? { unwitnessed: state.unwitnessed } : null;
}
