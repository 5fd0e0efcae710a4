/** Exports the machine, roles and progress lines of task. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { progressAtStart, repeatedRoles, taskProgress } from './progress.ts';
import { taskRoles } from './roles/index.ts';
import type { Task } from './state.ts';

export const logic: WorkflowLogic<keyof typeof taskRoles> = {
  loadMachines: async () => [(await import('./machine.ts')).task as Machine],
  roles: taskRoles,
  progress: {
    task: {
      start: (state) => progressAtStart(state as Task),
      move: (from, answers, to) => taskProgress(from as Task, answers, to as Task),
      repeats: repeatedRoles,
    },
  },
  rerun: ({ title }, quote) => `task ${quote(title)}`,
};
