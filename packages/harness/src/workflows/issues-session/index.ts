/** The command line of issues-session. The command `harness issues` of the loop starts and continues its runs. */
import type { HarnessWorkflow } from '../../cli/command.ts';

export const issuesSessionCommands: HarnessWorkflow = {
  commands: [],
  nextStep: async (_, rows) =>
    rows.some(({ workflow, status }) => workflow === 'issues-session' && status === 'parked')
      ? { text: '', command: 'harness issues status' }
      : undefined,
  parts: () => import('./parts.ts'),
};
