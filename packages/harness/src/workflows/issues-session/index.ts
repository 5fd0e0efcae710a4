/** The command line of issues-session: `harness issues stop-hook` starts and continues its runs. */
import type { HarnessWorkflow } from '../../cli/command.ts';

export const issuesSessionCommands: HarnessWorkflow = {
  commands: [
    {
      name: 'issues',
      args: '<action>',
      about:
        'stop the issue loop after the current issue (stop), show its state (status), or answer the Stop hook of a conversation (stop-hook)',
      example: 'harness issues status --json',
      options: [],
      load: () => import('./command.ts'),
    },
  ],
  nextStep: async (_, rows) =>
    rows.some(({ workflow, status }) => workflow === 'issues-session' && status === 'parked')
      ? { text: '', command: 'harness issues status' }
      : undefined,
  parts: () => import('./parts.ts'),
};
