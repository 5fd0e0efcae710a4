/** Connects runs of converge to the command line. */
import type { WorkflowParts } from '../../workflow.ts';

export const parts: WorkflowParts = {};
