/** Resumes an ended run at the step at which it failed: finds that step, and opens its lanes again. */
import type { Lane, LaneResourceOptions } from '@harness/core/effects/git';
import type { PerformContext } from '@harness/core/effects/performer';
import { Refusal } from '@harness/core/failure/refusal';
import { type FailedStep, failedSteps } from '@harness/core/journal/failed-step';
import type { RunRow } from '@harness/core/views/run';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { World } from '@harness/engine/world';

/** Empty if the run has not failed, or cannot be resumed. */
export const readFailedSteps = async (store: JsonlStore, run: string): Promise<readonly FailedStep[]> =>
  store.isArchived(run) ? [] : failedSteps(await readRunTree(store, run));

export const isResumable = async (store: JsonlStore, row: RunRow | undefined): Promise<boolean> =>
  row?.status === 'failed' && row.state !== 'unreadable' && (await readFailedSteps(store, row.id)).length > 0;

/** A failed run closed its lanes, but not the user's checkout. Refuses if a branch is in use by now. */
export async function reopenLanes({ performers }: World, steps: readonly FailedStep[]): Promise<void> {
  for (const { run, state } of steps) {
    const { lane, checkpoint, job } = state as LaneOwner;
    if (!lane || lane.path === checkoutLane) continue;
    const args = { lane, ...(checkpoint ? { checkpoint } : {}), ...equipmentOf(job) };
    const done = await performers.get('git')?.perform({ op: 'reopen-lane', args }, contextOf(run));
    if (done && !done.outcome.ok) throw new Refusal('run.ended', { run, end: done.outcome.failure.code });
  }
}

/** Work in the user's checkout has no lane of its own to open. */
const checkoutLane = '.';

/** The fields of a state that works in a lane. */
interface LaneOwner {
  readonly at: string;
  readonly lane?: Lane;
  readonly checkpoint?: string;
  readonly job?: LaneJob;
}

interface LaneJob {
  readonly allots?: LaneResourceOptions;
  readonly rooms?: true;
  readonly checkTimeoutMs?: number;
}

/** The lane gets what it had: its resources, and its dependencies, which are installed like a check. */
const equipmentOf = ({ allots, rooms, checkTimeoutMs }: LaneJob = {}) => ({
  ...(allots ? { allots } : {}),
  ...(rooms && checkTimeoutMs !== undefined ? { installTimeoutMs: checkTimeoutMs } : {}),
});

const contextOf = (run: string): PerformContext<AbortSignal> => ({
  run,
  key: 'reopen',
  interrupted: true,
  earlier: undefined,
  signal: new AbortController().signal,
  allowances: () => [],
  note: async () => {},
  report: () => {},
});
