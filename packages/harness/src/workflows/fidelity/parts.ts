/** Connects runs of fidelity to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { fidelityLines } from './result.ts';

export const parts: WorkflowParts = { ended: fidelityLines };
