/** Exports the machine and roles of plan. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { PlanJob } from './job.ts';
import { overBudgetTally } from './over-budget.ts';
import type { planRoles } from './role-names.ts';
import { planRoleTable } from './roles/index.ts';
import { mergeOfPlan } from './view.ts';

export const logic: WorkflowLogic<(typeof planRoles)[number]> = {
  loadMachines: async () => [(await import('./machine.ts')).plan as Machine],
  roles: planRoleTable,
  mergeOf: mergeOfPlan,
  rerun: ({ input }) => `run ${(input as PlanJob).id}`,
  tally: overBudgetTally,
};
