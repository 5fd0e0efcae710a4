/** Connects runs of planning to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { planningResultLines } from './result.ts';

export const parts: WorkflowParts = { ended: planningResultLines };
