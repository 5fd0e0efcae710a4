/** The machine and roles of phase. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { phaseDocument } from './view.ts';

export const logic: WorkflowLogic<never> = {
  loadMachines: async () => [(await import('./machine.ts')).phase as Machine],
  roles: {},
  document: phaseDocument,
};
