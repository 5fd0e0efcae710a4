/** Defines the command `harness run`. */

import { runPhases } from '@harness/core/plans/phases';
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, dryRunOptions, type Option } from '../../cli/options.ts';

const runOptions: readonly Option[] = [
  {
    flag: '--phase <name>',
    about: `run only one phase, on the branch of the plan: ${runPhases.join(', ')} (default: all)`,
  },
  { flag: '--resume', about: 'resume the newest unfinished run of this plan' },
  { flag: '--local-only', about: 'end with a commit on the branch of the plan; push and merge nothing' },
  { flag: '--skip-e2e', about: 'skip the end-to-end tests, for plans without a user interface' },
];

export const planCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'run',
      args: '<plan>',
      about: 'run one plan file: implement, check, review, end-to-end tests, pull request, merge; or only one phase',
      example: 'harness run 0007 --script agents.yaml',
      options: [...runOptions, ...dryRunOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  examples: ['plans'],
  forModels: {
    command: 'run',
    subject: { about: 'the id of a plan file, such as 0007', isRequired: true },
    free: ['phase', 'local-only'],
    asked: ['skip-e2e'],
  },
  parts: () => import('./parts.ts'),
};
