/** The machine and roles of site-reverse. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { siteReverse } from './machine.ts';
import { siteAnalyst } from './site-analyst.ts';
import { siteView } from './view.ts';

export const logic: WorkflowLogic<'plans.site-analyst'> = {
  machines: [siteReverse as Machine],
  roles: { 'plans.site-analyst': siteAnalyst },
  document: siteView,
};
