/** The command line of issues-session: `harness issues stop-hook` starts and continues its runs. */
import type { HarnessWorkflow } from '../../cli/command.ts';

export const issuesSessionCommands: HarnessWorkflow = { commands: [], parts: () => import('./parts.ts') };
