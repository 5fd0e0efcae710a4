/** Defines the command `harness plan`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, type Option, parseWholeNumber } from '../../cli/options.ts';

const planOptions: readonly Option[] = [
  { flag: '--preview', about: 'show the proposed plans and write no file' },
  {
    flag: '--max-new-plans <n>',
    about: 'maximum number of proposed plans (default and maximum: 30)',
    parse: parseWholeNumber('--max-new-plans', 1),
  },
];

export const planningCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'plan',
      args: '<spec>',
      about: 'propose plans for a product spec and write them as plan files; never overwrites a plan',
      example: 'harness plan docs/spec.md --preview --script agents.yaml',
      options: [...planOptions, ...agentOptions],
      load: () => import('./command.ts'),
    },
  ],
  forModels: {
    command: 'plan',
    subject: { about: 'the path of a product spec', isRequired: true },
    free: ['preview', 'max-new-plans'],
    asked: [],
  },
  parts: () => import('./parts.ts'),
};
