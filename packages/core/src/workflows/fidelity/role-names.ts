/** Role ids of fidelity, for every workflow that calls them. */
export const fidelityRoles = ['plans.fidelity'] as const;
