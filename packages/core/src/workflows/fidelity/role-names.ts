/** The ids of the roles of fidelity, for every workflow that asks them. */
export const fidelityRoles = ['plans.fidelity'] as const;
