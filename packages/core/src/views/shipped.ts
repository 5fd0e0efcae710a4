/** What became of the run of a plan that is merged: nothing for any other run. */
import type { Job, Planned, Unfiled } from '../workflows/plans/job.ts';
import { plan } from '../workflows/plans/machine.ts';
import type { Family } from './run.ts';

export interface Shipped {
  readonly plan: string;
  readonly sha: string;
  readonly base: string;
  /** What is still to be done about the file of the plan. */
  readonly left: Unfiled | null;
}

export function shipped([{ entries }]: Family): Shipped | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== plan.id || ended === undefined) return null;
  const result = ended.result as Planned | null;
  if (result?.at !== 'shipped') return null;
  const { id, base } = first.input as Job;
  return { plan: id, sha: result.sha, base, left: result.left ?? null };
}
