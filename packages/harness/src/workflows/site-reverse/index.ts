/** Defines the command `harness site-reverse`. */

import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const siteReverse: HarnessWorkflow = {
  commands: [
    {
      name: 'site-reverse',
      args: '<url>',
      about: 'capture at most 5 pages of a site and draft a product spec from them; never over what is there',
      example: 'harness site-reverse https://shop.example --planner preview --script agents.yaml',
      options: [
        {
          flag: '--planner <mode>',
          about: 'go on from the new spec: emit plans, preview them, or skip (default: skip)',
        },
        { flag: '--force', about: 'write over what an earlier capture of this site left' },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
  ],
  parts: () => import('./parts.ts'),
};
