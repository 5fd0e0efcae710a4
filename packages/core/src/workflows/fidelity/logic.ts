/** The machine and roles of fidelity. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { fidelityRole } from './role.ts';
import { fidelityView } from './view.ts';

export const logic: WorkflowLogic<'plans.fidelity'> = {
  loadMachines: async () => [(await import('./machine.ts')).fidelity as Machine],
  roles: { 'plans.fidelity': fidelityRole },
  document: fidelityView,
};
