/** Role ids of plan, for every workflow that calls these roles. */
export const planRoles = [
  'plans.acceptance-writer',
  'plans.implementer',
  'plans.fixer',
  'plans.reviewer',
  'plans.ui-reviewer',
  'plans.preparer',
  'plans.merge-checker',
] as const;
