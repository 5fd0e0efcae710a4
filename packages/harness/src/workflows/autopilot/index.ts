/** Defines the command `harness autopilot`. */
import type { HarnessWorkflow } from '../../cli/command.ts';
import { agentOptions } from '../../cli/options.ts';

export const autopilotCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'autopilot',
      args: '[spec]',
      about:
        'execute the phases of an approved spec on the current branch: plan, build, verify, integrate and review each, then offer a pull request; continues the session of this spec',
      example: 'harness autopilot docs/changes/login/proposal.md --script agents.yaml',
      options: [
        {
          flag: '--fast',
          about: 'approve plans without signals, verify by checks alone, and draft no decision records',
        },
        {
          flag: '--thorough',
          about: 'show the outline and the plan of each phase, and each decision record, to a person',
        },
        { flag: '--review-plans', about: 'show the plan of each phase to a person' },
        {
          flag: '--dry-run',
          about: 'show the phases with their signals, and the agent calls; call no agent and write no file',
        },
        ...agentOptions,
      ],
      load: () => import('./command.ts'),
    },
  ],
  examples: ['autopilot'],
  forModels: {
    command: 'autopilot',
    subject: { about: 'the path of an approved spec with phases', isRequired: true },
    free: ['thorough', 'review-plans'],
    asked: ['fast'],
  },
  parts: () => import('./parts.ts'),
};
