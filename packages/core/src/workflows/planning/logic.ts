/** The machine and roles of planning. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import { planning } from './machine.ts';
import { planner } from './planner.ts';
import { planningView } from './view.ts';

export const logic: WorkflowLogic<'plans.planner'> = {
  machines: [planning as Machine],
  roles: { 'plans.planner': planner },
  document: planningView,
};
