/** Defines the command `harness issues`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions, parseWholeNumber } from '../../cli/options.ts';

export const issuesCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'issues',
      args: '[action]',
      about:
        'work through the issues of a tracker that are labelled ready, one after the other: start (the default), stop (after the current issue), status, stop-hook',
      example: 'harness issues start --project app --script agents.yaml',
      options: [
        { flag: '--project <project>', about: 'start: the project whose issues to work on, by id, slug or name' },
        { flag: '--label <label>', about: 'start: the label of issues that are ready (default: ready)' },
        { flag: '--team <team>', about: 'start: the team, by key or id (default: MB90)' },
        {
          flag: '--max <n>',
          about: 'start: maximum number of issues (default: 20)',
          parse: parseWholeNumber('--max', 1),
        },
        { flag: '--tracker <kind>', about: 'start: local, linear or github (default: local)' },
        {
          flag: '--allow-dirty',
          about:
            'start: even if files are changed; they are never committed, and a failed issue asks before it is undone',
        },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
  ],
  examples: ['issues'],
  forModels: { command: 'issues', free: ['project', 'label', 'team', 'tracker'], asked: ['max', 'allow-dirty'] },
  parts: () => import('./parts.ts'),
};
