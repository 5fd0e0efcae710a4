/** Defines the command `harness run`. */

import { runPhases } from '@harness/core/plans/phases';
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, dryRunOptions, type Option } from '../../cli/options.ts';

const runOptions: readonly Option[] = [
  {
    flag: '--phase <name>',
    about: `one phase alone, on the branch of the plan: ${runPhases.join(', ')} (default: all)`,
  },
  { flag: '--resume', about: 'go on with the newest run of this plan that has not ended' },
  { flag: '--local-only', about: 'end with a commit on the branch of the plan; nothing is pushed or merged' },
  { flag: '--skip-e2e', about: 'no end-to-end run, for a plan that has nothing to show' },
];

export const plan: HarnessWorkflow = {
  commands: [
    {
      name: 'run',
      args: '<plan>',
      about: 'carry one plan file out: implement, check, review, end to end, pull request, merge; or one phase of it',
      example: 'harness run 0007 --script agents.yaml',
      options: [...runOptions, ...dryRunOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  examples: ['plans'],
  parts: () => import('./parts.ts'),
};
