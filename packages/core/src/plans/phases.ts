/** The phases of carrying a plan out, by the names that are typed (D-23, DO-05). */
export const runPhases = [
  'all',
  'implement',
  'review',
  'review-ui',
  'fix',
  'prepare-pr',
  'e2e-verify',
  'merge-check',
] as const;
export type RunPhase = (typeof runPhases)[number];

/** One of them by itself. */
export type SinglePhase = Exclude<RunPhase, 'all'>;
