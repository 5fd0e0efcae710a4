/** What became of the run of a plan that is merged: nothing for any other run. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { PlanJob, PlanResult, UnfiledPlan } from './job.ts';
import { plan } from './machine.ts';

export interface MergedPlanView {
  readonly plan: string;
  readonly sha: string;
  readonly base: string;
  /** What is still to be done about the file of the plan. */
  readonly left: UnfiledPlan | null;
}

export function mergedPlanView([{ entries }]: RunTree): MergedPlanView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== plan.id || ended === undefined) return null;
  const result = ended.result as PlanResult | null;
  if (result?.at !== 'shipped') return null;
  const { id, base } = first.input as PlanJob;
  return { plan: id, sha: result.sha, base, left: result.left ?? null };
}
