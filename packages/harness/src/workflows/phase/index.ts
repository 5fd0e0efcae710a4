/** A phase has no command of its own: `harness run --phase` starts it. */
import type { HarnessWorkflow } from '../../cli/command.ts';

export const phase: HarnessWorkflow = { commands: [], parts: () => import('./parts.ts') };
