/** The ids of the roles of site-reverse, for every workflow that asks them. */
export const siteRoles = ['plans.site-analyst'] as const;
