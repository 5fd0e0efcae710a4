/** Connects runs of site-reverse to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { capturedLines } from './result.ts';

export const parts: WorkflowParts = { ended: capturedLines };
