/** Ensures that only one run works on a plan, and finds the run to resume: unfinished, or failed after its work was done. */

import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { failedSteps } from '@harness/core/journal/failed-step';
import { type RunPhase, runPhases } from '@harness/core/plans/phases';
import { planCodes } from '@harness/core/workflows/plan/codes';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { failedPlans, type QueueStates } from '@harness/core/workflows/queue/state';
import { readChildTree, readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { readFailedSteps } from '../../run/failed-run.ts';
import { isQueue, type PlanHistory, planOfRun, readPlanHistory } from './plan-history.ts';

export async function requireNoUnfinishedRun(
  store: Pick<JsonlStore, 'isOwned'>,
  plan: string,
  { unfinished: [newest] }: PlanHistory,
): Promise<void> {
  if (!newest) return;
  const { run } = newest;
  const resume = isQueue(run) ? 'daemon start' : `resume ${run}`; // only the daemon resumes its queue
  const next = (await store.isOwned(run)) ? `watch ${run}` : resume;
  throw refusalOf(planCodes, 'plan.unfinished', { plan, run, next });
}

/** The newest unfinished run of the plan, or of its phase if one is given. */
export function findResumableRun(plan: string, phase: RunPhase | undefined, { unfinished }: PlanHistory): string {
  const found = unfinished.find((one) => phase === undefined || one.phase === phase);
  if (found) return found.run;
  throw refusalOf(planCodes, 'plan.nothing-to-resume', { plan, phase: phase ?? '' });
}

/** The newest run, if it is of this phase, has the same job, and failed after its work was done. */
export async function findFailedRun(
  store: JsonlStore,
  { newest }: PlanHistory,
  phase: RunPhase,
  { text, localOnly }: Pick<PlanJob, 'text' | 'localOnly'>,
): Promise<string | undefined> {
  if (newest?.phase !== phase || newest.job.text !== text || newest.job.localOnly !== localOnly) return undefined;
  if (newest.run !== rootOf(newest.run)) {
    await requireNotResumableInQueue(store, newest.job.id, newest.run);
    return undefined;
  }
  return (await readFailedSteps(store, newest.run)).length > 0 ? newest.run : undefined;
}

/** Only the queue can reopen its own runs; another run would do and pay the finished work again. */
async function requireNotResumableInQueue(store: JsonlStore, plan: string, run: string): Promise<void> {
  const queue = rootOf(run);
  const { log } = await readStoredRun(store, queue);
  const state = log.state as QueueStates | undefined;
  if (log.ended || !state || !('queue' in state)) return;
  if (!failedPlans(state.queue).some(({ child }) => child === run)) return;
  if (failedSteps(await readChildTree(store, run)).length === 0) return;
  const isBlocked = state.queue.blocked.some((one) => one.plan === plan);
  const next = isBlocked ? `daemon unblock ${plan}` : (await store.isOwned(queue)) ? 'daemon resume' : 'daemon start';
  throw refusalOf(planCodes, 'plan.failed-in-queue', { plan, next });
}

/** Refuses to resume a failed run if the plan has a newer run, which may be unfinished or merged. */
export async function requireNewestRun({ store, run }: { store: JsonlStore; run: string }): Promise<void> {
  const { entries, log } = await readStoredRun(store, run);
  const plan = planOfRun(entries[0])?.job.id;
  if (!log.ended || plan === undefined) return;
  const history = await readPlanHistory(store, plan);
  await requireNoUnfinishedRun(store, plan, history);
  if (history.newest?.run !== run) throw new Refusal('run.ended', { run, end: log.ended.end });
}

export function parsePhase(value: unknown, plan: string): RunPhase | undefined {
  if (value === undefined) return undefined;
  const phase = runPhases.find((one) => one === value);
  if (phase === undefined)
    throw refusalOf(planCodes, 'phase.unknown', { phase: String(value), known: runPhases.join(', '), plan });
  return phase;
}
