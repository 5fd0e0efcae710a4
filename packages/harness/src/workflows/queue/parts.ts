/** Connects runs of queue to the command line. */
import type { WorkflowParts } from '../../workflow.ts';

export const parts: WorkflowParts = {};
