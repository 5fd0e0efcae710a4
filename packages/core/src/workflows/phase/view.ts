/** What came of one phase of a plan: nothing for any other run. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { PhaseJob, PhaseResult } from './job.ts';

export interface PhaseView {
  readonly plan: string;
  readonly phase: PhaseJob['phase'];
  /** Where files tell of it, by its path in the repository. */
  readonly folder: string;
  readonly over: PhaseResult;
}

/** Nothing for a phase that has not ended, or was ended from outside. */
export function phaseView([{ entries }]: RunTree): PhaseView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'phase' || !ended?.result) return null;
  const job = first.input as PhaseJob;
  return { plan: job.plan.id, phase: job.phase, folder: job.plan.folder, over: ended.result as PhaseResult };
}

/** The fields that `--json` adds for a phase. */
export function phaseDocument(tree: RunTree): object | null {
  const view = phaseView(tree);
  return view === null ? null : { phase: { name: view.phase, plan: view.plan, folder: view.folder, ...view.over } };
}
