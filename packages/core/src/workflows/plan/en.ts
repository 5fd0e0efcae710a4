/** The English texts of plan. */
import type { Catalogue } from '../../codes.ts';
import type { planCodes } from './codes.ts';

export const en: Catalogue<typeof planCodes> = {
  refusals: {
    'plan.unknown': ({ plan, nearest, path }) => ({
      message: `There is no plan "${plan}" in ${path}.`,
      next: nearest ? `harness run ${nearest}` : 'harness plan <spec>',
    }),
    'plan.completed': ({ plan }) => ({ message: `Plan ${plan} is completed already.`, next: 'harness runs' }),
    'plan.waits': ({ plan, ids, first }) => ({
      message: `Plan ${plan} depends on plans that are not completed: ${ids}.`,
      next: `harness run ${first}`,
    }),
    'plan.unfinished': ({ plan, run, owned }) => ({
      message: `Plan ${plan} is worked on by the run ${run}, which has not ended; two would get in each other's way.`,
      next: `harness ${owned ? 'watch' : 'resume'} ${run}`,
    }),
    'plan.nothing-to-resume': ({ plan, phase }) => ({
      message: `No run of plan ${plan}${phase ? ` (${phase})` : ''} is unfinished.`,
      next: `harness run ${plan}${phase ? ` --phase ${phase}` : ''}`,
    }),
    'phase.unknown': ({ phase, known, plan }) => ({
      message: `There is no phase "${phase}"; there are ${known}.`,
      next: `harness run ${plan} --phase all`,
    }),
  },
  sentences: {
    shipped: ({ sha, base }) => `merged into ${base} as ${sha}; the plan is filed`,
    waiting: ({ sha, base, pull, url }) =>
      `merged into ${base} as ${sha}; the plan is filed when somebody merges pull request ${pull}: ${url}`,
    unfiled: ({ sha, base, why }) => `merged into ${base} as ${sha}; the plan is not filed yet: ${why}`,
    noChecks: () => 'No check command was found: only the review decides. Set checks.test in the configuration.',
    passes: ({ passes }) =>
      passes === 1 ? 'One pass; then the plan has failed.' : `At most ${passes} passes; then the plan has failed.`,
  },
};
