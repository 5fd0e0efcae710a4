/** Role ids of plan, also used by phase, deliver and the queue. */
export const planRoles = [
  'plans.implementer',
  'plans.fixer',
  'plans.reviewer',
  'plans.ui-reviewer',
  'plans.preparer',
  'plans.merge-checker',
] as const;
