/** The machine and progress messages of acceptance. Its roles belong to the workflows that call it. */
import type { Machine, State } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { AcceptanceState } from './job.ts';
import { acceptanceProgress } from './progress.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).acceptance as Machine],
  roles: {},
  progress: {
    acceptance: {
      start: () => [],
      move: (_from: State, _answers, to: State) => acceptanceProgress(to as AcceptanceState),
      repeats: new Set(),
      isPartOfParent: true,
    },
  },
};
