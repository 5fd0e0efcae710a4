/** Connects runs of plan to the command line. */
import type { PlanJob } from '@harness/core/workflows/plan/job';
import type { WorkflowParts } from '../../workflow.ts';
import { plansExample } from './example.ts';
import { mergedPlanLines } from './result.ts';
import { createRunFiles } from './run-files.ts';
import { requireNewestRun } from './unfinished-run.ts';

export const parts: WorkflowParts = {
  needsForge: (input) => !(input as PlanJob).localOnly,
  ended: mergedPlanLines,
  viewFiles: [createRunFiles],
  resume: { before: requireNewestRun },
  examples: { plans: plansExample },
};
