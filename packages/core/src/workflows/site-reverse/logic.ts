/** The machine and roles of site-reverse. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { siteAnalyst } from './site-analyst.ts';
import { siteView } from './view.ts';

export const logic: WorkflowLogic<'plans.site-analyst'> = {
  loadMachines: async () => [(await import('./machine.ts')).siteReverse as Machine],
  roles: { 'plans.site-analyst': siteAnalyst },
  document: siteView,
};
