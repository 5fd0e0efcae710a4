/** Reads the result of a phase from the journal of its run. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { PhaseJob, PhaseResult } from './job.ts';

export interface PhaseView {
  readonly plan: string;
  readonly phase: PhaseJob['phase'];
  /** Folder with the files about it, relative to the repository. */
  readonly folder: string;
  readonly over: PhaseResult;
}

/** `null` for another workflow, and for a phase that has not ended or was ended from outside. */
export function phaseView([{ entries }]: RunTree): PhaseView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'phase' || !ended?.result) return null;
  const job = first.input as PhaseJob;
  return { plan: job.plan.id, phase: job.phase, folder: job.plan.folder, over: ended.result as PhaseResult };
}

export function phaseDocument(tree: RunTree): object | null {
  const view = phaseView(tree);
  return view === null ? null : { phase: { name: view.phase, plan: view.plan, folder: view.folder, ...view.over } };
}
