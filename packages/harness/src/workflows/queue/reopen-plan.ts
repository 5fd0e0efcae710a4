/** Prepares to resume a failed plan of the queue: finds the failed steps and opens their lanes again (decision 64). */
import type { ReopenInput } from '@harness/core/effects/reopen';
import { Refusal } from '@harness/core/failure/refusal';
import { type FailedStep, failedSteps } from '@harness/core/journal/failed-step';
import type { Entry } from '@harness/core/journal/journal';
import { readChildTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { World } from '@harness/engine/world';
import { reopenLanes } from '../../run/failed-run.ts';
import type { ReloadJournal } from '../../run/host-run.ts';
import { planOfRun, readPlanHistory } from '../plan/plan-history.ts';

interface ReopenPlace {
  readonly store: JsonlStore;
  readonly world: World;
  readonly reload: ReloadJournal;
}

/** Empty if the plan must start over: it changed, has a newer run, did no work, or its branch is in use by now. */
export async function prepareReopen(
  { child, unchanged }: ReopenInput,
  { store, world, reload }: ReopenPlace,
): Promise<readonly FailedStep[]> {
  const family = await readChildTree(store, child);
  const first = family[0]?.entries[0];
  const steps = failedSteps(family);
  if (steps.length === 0 || !hasValues(first, unchanged) || !(await isNewestRun(store, child, first))) return [];
  if (!(await areLanesOpen(world, steps))) return [];
  for (const journal of family) reload(journal);
  return steps;
}

function hasValues(first: Entry | undefined, unchanged: ReopenInput['unchanged']): boolean {
  const input = first?.type === 'started' ? (Object(first.input) as Readonly<Record<string, unknown>>) : {};
  return Object.entries(unchanged).every(([name, value]) => JSON.stringify(input[name]) === JSON.stringify(value));
}

/** A person may have run the plan after it failed in the queue. */
async function isNewestRun(store: JsonlStore, child: string, first: Entry | undefined): Promise<boolean> {
  const plan = planOfRun(first)?.job.id;
  return plan !== undefined && (await readPlanHistory(store, plan)).newest?.run === child;
}

async function areLanesOpen(world: World, steps: readonly FailedStep[]): Promise<boolean> {
  try {
    await reopenLanes(world, steps);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false; // another run or a person uses the branch
    throw error;
  }
}
