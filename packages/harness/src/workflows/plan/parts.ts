/** Connects runs of plan to the command line. */
import type { WorkflowParts } from '../../workflow.ts';
import { plansExample } from './example.ts';
import { mergedPlanLines } from './result.ts';
import { createRunFiles } from './run-files.ts';

export const parts: WorkflowParts = {
  ended: mergedPlanLines,
  viewFiles: [createRunFiles],
  examples: { plans: plansExample },
};
