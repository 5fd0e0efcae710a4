/** The machine and roles of planning. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { PlanningJob } from './machine.ts';
import { planner } from './planner.ts';
import { planningView } from './view.ts';

export const logic: WorkflowLogic<'plans.planner'> = {
  loadMachines: async () => [(await import('./machine.ts')).planning as Machine],
  roles: { 'plans.planner': planner },
  document: planningView,
  writtenFiles: (tree) => planningView(tree)?.plans.flatMap(({ path, written }) => (written ? [path] : [])) ?? [],
  rerun: ({ input }, quote) => `plan ${quote((input as PlanningJob).spec)}`,
};
