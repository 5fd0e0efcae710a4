/** Defines the command `harness plan`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, type Option, wholeNumber } from '../../cli/options.ts';

const planOptions: readonly Option[] = [
  { flag: '--preview', about: 'show what is proposed, and write nothing' },
  {
    flag: '--max-new-plans <n>',
    about: 'so many plans may be proposed (default: 30, which is the most)',
    parse: wholeNumber('--max-new-plans', 1),
  },
];

export const planning: HarnessWorkflow = {
  commands: [
    {
      name: 'plan',
      args: '<spec>',
      about: 'propose plans for a product spec and write them as plan files; never over one that is there',
      example: 'harness plan docs/spec.md --preview --script agents.yaml',
      options: [...planOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  parts: () => import('./parts.ts'),
};
