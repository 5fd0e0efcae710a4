/** Ensures that only one run works on a plan, and finds the run that `--resume` continues. */

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

/** The newest unfinished run of the plan, or of its phase if one is given. */
export function findResumableRun(plan: string, phase: RunPhase | undefined, { unfinished }: PlanHistory): string {
  const found = unfinished.find((one) => phase === undefined || one.phase === phase);
  if (found) return found.run;
  throw refusalOf(planCodes, 'plan.nothing-to-resume', { plan, phase: phase ?? '' });
}

export function parsePhase(value: unknown, plan: string): RunPhase | undefined {
  if (value === undefined) return undefined;
  const phase = runPhases.find((one) => one === value);
  if (phase === undefined)
    throw refusalOf(planCodes, 'phase.unknown', { phase: String(value), known: runPhases.join(', '), plan });
  return phase;
}
