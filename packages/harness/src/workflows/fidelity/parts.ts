/** What the command line does with runs of fidelity. */
import type { WorkflowParts } from '../../workflow.ts';
import { fidelityLines } from './result.ts';

export const parts: WorkflowParts = { ended: fidelityLines };
