/** The machine and roles of deliver. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { deliveredMerge } from './view.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).deliver as Machine],
  roles: {},
  mergeOf: deliveredMerge,
};
