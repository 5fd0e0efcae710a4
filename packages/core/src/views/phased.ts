/** What came of one phase of a plan: nothing for any other run. */
import type { Job, Over } from '../workflows/phase/job.ts';
import { phase } from '../workflows/phase/machine.ts';
import type { Family } from './run.ts';

export interface Phased {
  readonly plan: string;
  readonly phase: Job['phase'];
  /** Where files tell of it, by its path in the repository. */
  readonly folder: string;
  readonly over: Over;
}

/** Nothing for a phase that has not ended, or was ended from outside. */
export function phased([{ entries }]: Family): Phased | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== phase.id || !ended?.result) return null;
  const job = first.input as Job;
  return { plan: job.plan.id, phase: job.phase, folder: job.plan.folder, over: ended.result as Over };
}
