/** The commands of hello. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const helloCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'hello',
      args: '<name>',
      about: 'greet one person in a tone that you choose',
      example: 'harness hello Ann --script agents.yaml',
      options: agentOptions,
      load: () => import('./command.ts'),
    },
  ],
  parts: () => import('./parts.ts'),
};
