/** Computes the view of a merged plan run; `null` for any other run. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { Merge } from '../../workflow.ts';
import type { PlanJob, PlanResult, UnfiledPlan } from './job.ts';

export interface MergedPlanView {
  readonly plan: string;
  readonly sha: string;
  readonly base: string;
  /** The manual step that the plan file still needs; `null` if there is none. */
  readonly left: UnfiledPlan | null;
}

/** The merge may be older than the run. */
export function mergeOfPlan(tree: RunTree): Merge | null {
  const view = mergedPlanView(tree);
  const atMs = tree[0].entries.findLast((entry) => entry.type === 'ended')?.atMs ?? 0;
  return view === null ? null : { ...view, atMs, branch: null, pull: null, url: null };
}

export function mergedPlanView([{ entries }]: RunTree): MergedPlanView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'plan' || ended === undefined) return null;
  const result = ended.result as PlanResult | null;
  if (result?.at !== 'shipped') return null;
  const { id, base } = first.input as PlanJob;
  return { plan: id, sha: result.sha, base, left: result.left ?? null };
}
