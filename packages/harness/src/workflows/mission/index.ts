/** Defines the commands `harness mission` and `harness checkpoint`. */

import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const mission: HarnessWorkflow = {
  commands: [
    {
      name: 'mission',
      args: '[spec]',
      about:
        'a spec (default: SPEC.md) as features under a validation contract: planned, built and validated in lanes, merged; goes on with one that is not finished',
      example: 'harness mission SPEC.md --script agents.yaml',
      options: [
        { flag: '--allow-dirty', about: 'begin although files are changed; they are never staged, reset or deleted' },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
    {
      name: 'checkpoint',
      args: '<action> [name]',
      about: 'where a mission waits for a person: list, or grant <name>',
      example: 'harness checkpoint list',
      options: [],
      load: () => import('./checkpoint-command.ts'),
    },
  ],
  examples: ['mission'],
  parts: () => import('./parts.ts'),
};
