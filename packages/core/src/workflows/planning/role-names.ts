/** Role ids of planning, for every workflow that calls them. */
export const planningRoles = ['plans.planner'] as const;
