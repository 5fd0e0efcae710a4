/** The machine of base-checks. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).baseChecks as Machine],
  roles: {},
};
