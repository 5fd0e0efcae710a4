/** The ids of the roles of plan, for every workflow that asks them. */
export const planRoles = [
  'plans.implementer',
  'plans.fixer',
  'plans.reviewer',
  'plans.ui-reviewer',
  'plans.preparer',
  'plans.merge-checker',
] as const;
