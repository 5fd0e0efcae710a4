/** The phase of a plan in which a role is asked: context is routed by it, and costs are told by it. */

import type { ContextPhase } from '../input-files/context-file.ts';
import type { RoleId } from '../role/role-ids.ts';

const table: Partial<Record<RoleId, ContextPhase>> = {
  'plans.planner': 'planner',
  'plans.implementer': 'implement',
  'plans.reviewer': 'review',
  'plans.ui-reviewer': 'review-ui',
  'plans.fixer': 'fix',
  'plans.preparer': 'prepare-pr',
  'plans.merge-checker': 'merge-check',
  'plans.fidelity': 'fidelity',
};

/** Nothing for a role that has no part in plans. */
export const phaseOfRole = (role: string): ContextPhase | undefined => table[role as RoleId];
