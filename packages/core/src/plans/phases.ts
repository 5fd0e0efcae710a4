/** Names the phases of a plan, as typed on the command line (D-23, DO-05). */
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

export type SinglePhase = Exclude<RunPhase, 'all'>;
