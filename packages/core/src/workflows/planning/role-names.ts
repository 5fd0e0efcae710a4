/** The ids of the roles of planning, for every workflow that asks them. */
export const planningRoles = ['plans.planner'] as const;
