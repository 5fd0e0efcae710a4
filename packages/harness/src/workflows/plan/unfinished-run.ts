/** A plan is worked on by one run at a time: whoever begins is told of the one that has not come to its end, and may go on with it. */

import { refusalOf } from '@harness/core/failure/refusal';
import { type RunPhase, runPhases } from '@harness/core/plans/phases';
import { planCodes } from '@harness/core/workflows/plan/codes';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { PlanHistory } from './plan-history.ts';

export async function requireNoUnfinishedRun(
  store: Pick<JsonlStore, 'isOwned'>,
  plan: string,
  { unfinished: [newest] }: PlanHistory,
): Promise<void> {
  if (!newest) return;
  const { run } = newest;
  throw refusalOf(planCodes, 'plan.unfinished', { plan, run, owned: (await store.isOwned(run)) ? 'yes' : '' });
}

/** The newest run of the plan that can be gone on with; of this phase, when one is named. */
export function findResumableRun(plan: string, phase: RunPhase | undefined, { unfinished }: PlanHistory): string {
  const found = unfinished.find((one) => phase === undefined || one.phase === phase);
  if (found) return found.run;
  throw refusalOf(planCodes, 'plan.nothing-to-resume', { plan, phase: phase ?? '' });
}

export function phaseOfRun(said: unknown, plan: string): RunPhase | undefined {
  if (said === undefined) return undefined;
  const phase = runPhases.find((one) => one === said);
  if (phase === undefined)
    throw refusalOf(planCodes, 'phase.unknown', { phase: String(said), known: runPhases.join(', '), plan });
  return phase;
}
