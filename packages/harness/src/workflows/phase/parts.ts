/** Connects runs of phase to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { phaseResultLines } from './result.ts';

export const parts: WorkflowParts = { ended: phaseResultLines };
