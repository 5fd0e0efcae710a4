/** Phase has no command: `harness run --phase` starts it. */
import type { HarnessWorkflow } from '../../cli/command.ts';

export const phaseCommands: HarnessWorkflow = { commands: [], parts: () => import('./parts.ts') };
