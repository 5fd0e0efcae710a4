/** Finds out whether the plan reviewer still has to accept the plan in the checkout. */
import type { Entry } from '@harness/core/journal/journal';
import type { Mission, MissionJob } from '@harness/core/workflows/mission/machine';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { listRunRows } from '../../runs/read-runs.ts';
import { readEditedPlan } from './edited-plan.ts';

/** An unchanged plan that an earlier mission did not accept is reviewed again. A person may also change it. */
export async function resolveReview(root: string, store: JsonlStore): Promise<Pick<MissionJob, 'reviews'>> {
  for (const { id, workflow, state } of await listRunRows(store, { children: false })) {
    if (workflow !== 'mission' || state === 'unreadable') continue;
    const { entries } = await readStoredRun(store, id);
    const states = statesIn(entries);
    const reviewed = states.findLast(({ at }) => at === 'reviewing-plan');
    if (reviewed === undefined) continue;
    const isChanged = Object.keys(readEditedPlan(root, entries, reviewed)).length > 0;
    return isAccepted(states) || isChanged ? {} : { reviews: true };
  }
  return {};
}

/** An accepted plan enters the loop; all other states of a mission come before it, or after a rejection. */
const isAccepted = (states: readonly Mission[]) =>
  states.some((state) => 'lanes' in state && state.at !== 'reviewing-plan' && state.at !== 'resting-review');

const statesIn = (entries: readonly Entry[]): readonly Mission[] =>
  entries.flatMap((entry) => ('state' in entry ? [entry.state as Mission] : []));
