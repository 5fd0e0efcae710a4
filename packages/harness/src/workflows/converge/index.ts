/** The commands of converge. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, convergeOptions, dryRunOptions } from '../../cli/options.ts';

export const converge: HarnessWorkflow = {
  commands: [
    {
      name: 'converge',
      args: '<text>',
      about: 'implement, check, review, repair, until nothing blocks; leaves one commit on a branch of its own',
      example: 'harness converge "add a greeting" --check "npm test" --script agents.yaml',
      options: [...convergeOptions, ...dryRunOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  parts: () => import('./parts.ts'),
};
