/** Connects runs of converge to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { helloExample } from './example.ts';

export const parts: WorkflowParts = {
  examples: { hello: helloExample },
  resume: {
    changes: ({ options: { check: checks, passes, checkTimeoutMs } }) => ({ checks, passes, checkTimeoutMs }),
  },
};
