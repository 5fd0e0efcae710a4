/** Reads the proposed and written plans of a planning run from its journal. */

import type { IncompleteContext } from '../../effects/plans.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { fileNameOf, type Proposal } from '../../plans/proposal.ts';
import type { PlanningJob, ProposalResult, PlanningResult as Result } from './machine.ts';

export interface ProposedPlan extends Proposal {
  /** Path of its file, also if it was not written. */
  readonly path: string;
  readonly written: boolean;
}

export interface PlanningView extends Pick<ProposalResult, 'skipped' | 'conflicts' | 'uncovered'> {
  readonly plans: readonly ProposedPlan[];
  readonly context: IncompleteContext;
}

const noContext = { cut: [], leftOut: [], misread: [] };

/** `null` for another workflow, and for a run that failed or has not ended. */
export function planningView([{ entries }]: RunTree): PlanningView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'planning' || ended === undefined) return null;
  const result = ended.result as Result | null;
  if (result === null || result.at === 'failed') return null;
  if (result.at === 'nothing')
    return { plans: [], skipped: result.skipped, conflicts: [], uncovered: [], context: noContext };
  const { planDir } = first.input as PlanningJob;
  const written = result.at === 'written';
  const { proposals, skipped, conflicts, uncovered, told: context } = result;
  const plans = proposals.map((proposal) => ({ ...proposal, path: `${planDir}/${fileNameOf(proposal)}`, written }));
  return { plans, skipped, conflicts, uncovered, context };
}
