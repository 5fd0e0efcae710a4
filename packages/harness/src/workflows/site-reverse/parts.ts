/** What the command line does with runs of site-reverse. */
import type { WorkflowParts } from '../../workflow.ts';
import { capturedLines } from './result.ts';

export const parts: WorkflowParts = { ended: capturedLines };
