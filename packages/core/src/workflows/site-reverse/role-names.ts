/** Role ids of site-reverse, for every workflow that calls them. */
export const siteRoles = ['plans.site-analyst'] as const;
