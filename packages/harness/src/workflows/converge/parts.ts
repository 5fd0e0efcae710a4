/** Connects runs of converge to the command line. */
import type { WorkflowParts } from '../../workflow.ts';

export const parts: WorkflowParts = {
  resume: {
    changes: ({ options: { check: checks, passes, checkTimeoutMs } }) => ({ checks, passes, checkTimeoutMs }),
  },
};
