/** Defines the commands `harness mission` and `harness checkpoint`. */

import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const missionCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'mission',
      args: '[spec]',
      about:
        'build a spec (default: SPEC.md): plan its features, build and validate each in a lane, and merge them; resumes an unfinished mission',
      example: 'harness mission SPEC.md --script agents.yaml',
      options: [
        { flag: '--allow-dirty', about: 'start even if files are changed; they are never staged, reset or deleted' },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
    {
      name: 'checkpoint',
      args: '<action> [name]',
      about: 'list the checkpoints that wait for a person, or grant one: list, grant <name>',
      example: 'harness checkpoint list',
      options: [],
      load: () => import('./checkpoint-command.ts'),
    },
  ],
  // A mission that ended without its goal is started again: it reviews a rejected plan, or builds what is left.
  nextStep: async (_, [newest]) =>
    newest?.workflow === 'mission' && (newest.status === 'failed' || newest.status === 'stopped')
      ? { text: '', command: 'harness mission' }
      : undefined,
  examples: ['mission'],
  forModels: {
    command: 'mission',
    subject: { about: 'the path of a spec (default: SPEC.md)', isRequired: false },
    free: [],
    asked: ['allow-dirty'],
  },
  parts: () => import('./parts.ts'),
};
