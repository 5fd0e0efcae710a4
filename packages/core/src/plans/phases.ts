/** Names the phases of a plan, as typed on the command line (D-23, DO-05). */
export const singlePhases = [
  'implement',
  'review',
  'review-ui',
  'fix',
  'prepare-pr',
  'e2e-verify',
  'merge-check',
] as const;
export type SinglePhase = (typeof singlePhases)[number];

export const runPhases = ['all', ...singlePhases] as const;
export type RunPhase = (typeof runPhases)[number];
