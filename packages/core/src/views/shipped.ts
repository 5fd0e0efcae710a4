/** What became of the run of a plan that is merged: nothing for any other run. */
import type { Planned } from '../workflows/plans/job.ts';
import { plan } from '../workflows/plans/machine.ts';
import type { Family } from './run.ts';

export interface Shipped {
  readonly sha: string;
  readonly base: string;
}

export function shipped([{ entries }]: Family): Shipped | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== plan.id || ended === undefined) return null;
  const result = ended.result as Planned | null;
  return result?.at === 'shipped' ? { sha: result.sha, base: (first.input as { base: string }).base } : null;
}
