/** Defines the command `harness site-reverse`. */

import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const siteReverseCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'site-reverse',
      args: '<url>',
      about:
        'capture up to 5 pages of a web site and draft a product spec from them; never overwrites files without --force',
      example: 'harness site-reverse https://shop.example --planner preview --script agents.yaml',
      options: [
        {
          flag: '--planner <mode>',
          about: 'continue with plans for the new spec: emit, preview or skip (default: skip)',
        },
        { flag: '--force', about: 'overwrite the files of an earlier capture of this site' },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
  ],
  forModels: {
    command: 'site-reverse',
    subject: { about: 'the address of a web site', isRequired: true },
    free: ['planner'],
    asked: ['force'],
  },
  parts: () => import('./parts.ts'),
};
