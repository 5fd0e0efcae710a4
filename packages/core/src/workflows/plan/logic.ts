/** The machine and roles of plan. */
import type { Machine } from '../../machine/machine.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { PlanJob } from './job.ts';
import { plan } from './machine.ts';
import { overBudgetTally } from './over-budget.ts';
import type { planRoles } from './role-names.ts';
import { fixer } from './roles/fixer.ts';
import { planImplementer } from './roles/implementer.ts';
import { mergeChecker } from './roles/merge-checker.ts';
import { preparer } from './roles/preparer.ts';
import { planReviewer } from './roles/reviewer.ts';
import { uiReviewer } from './roles/ui-reviewer.ts';
import { mergeOfPlan } from './view.ts';

export const logic: WorkflowLogic<(typeof planRoles)[number]> = {
  machines: [plan as Machine],
  roles: {
    'plans.implementer': planImplementer,
    'plans.fixer': fixer,
    'plans.reviewer': planReviewer,
    'plans.ui-reviewer': uiReviewer,
    'plans.preparer': preparer,
    'plans.merge-checker': mergeChecker,
  },
  mergeOf: mergeOfPlan,
  rerun: ({ input }) => `run ${(input as PlanJob).id}`,
  tally: overBudgetTally,
};
