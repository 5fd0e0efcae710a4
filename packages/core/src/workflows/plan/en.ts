/** The English texts of plan. */
import type { Catalogue } from '../../codes.ts';
import type { planCodes } from './codes.ts';

export const en: Catalogue<typeof planCodes> = {
  refusals: {
    'plan.unknown': ({ plan, nearest, path }) => ({
      message: `No plan "${plan}" found in ${path}.`,
      next: nearest ? `harness run ${nearest}` : 'harness plan <spec>',
    }),
    'plan.completed': ({ plan }) => ({ message: `Plan ${plan} is already completed.`, next: 'harness runs' }),
    'plan.waits': ({ plan, ids, first }) => ({
      message: `Plan ${plan} depends on plans that are not completed: ${ids}.`,
      next: `harness run ${first}`,
    }),
    'plan.unfinished': ({ plan, run, next }) => ({
      message: `Plan ${plan} already has an unfinished run: ${run}. Two runs of a plan would conflict.`,
      next: `harness ${next}`,
    }),
    'plan.failed-in-queue': ({ plan, next }) => ({
      message: `Plan ${plan} failed in the daemon after its work was done. The daemon resumes it at the step that failed. To start over, change the plan file.`,
      next: `harness ${next}`,
    }),
    'plan.nothing-to-resume': ({ plan, phase }) => ({
      message: `No unfinished run of plan ${plan}${phase ? ` (${phase})` : ''} found.`,
      next: `harness run ${plan}${phase ? ` --phase ${phase}` : ''}`,
    }),
    'phase.unknown': ({ phase, known, plan }) => ({
      message: `Unknown phase "${phase}". Known phases: ${known}.`,
      next: `harness run ${plan} --phase all`,
    }),
  },
  sentences: {
    shipped: ({ sha, base }) => `merged into ${base} as ${sha}; the plan is completed`,
    waiting: ({ sha, base, pull, url }) =>
      `merged into ${base} as ${sha}; the plan is completed when pull request ${pull} is merged: ${url}`,
    unfiled: ({ sha, base, why }) => `merged into ${base} as ${sha}; the plan is not marked as completed yet: ${why}`,
    noChecks: () => 'No check command was detected, so only the review decides. Set checks.test in the configuration.',
    passes: ({ passes }) =>
      passes === 1 ? 'One pass; then the plan fails.' : `At most ${passes} passes; then the plan fails.`,
    goingOn: ({ run }) => `Resuming the run ${run} at the step that failed. To start over, change the plan file.`,
  },
};
