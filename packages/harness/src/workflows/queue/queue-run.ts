/** Finds the run of the queue, and creates the input of its successor. */
import type { QueueDocument, QueuePast } from '@harness/core/workflows/queue/document';
import { carriedState, queueMachine } from '@harness/core/workflows/queue/machine';
import type { CarriedState, QueueInput, QueueSettings, QueueStates } from '@harness/core/workflows/queue/state';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { listRunRows } from '../../runs/read-runs.ts';

/** The newest run of the queue, ended or not; null if there is none. */
export async function findLastQueue(store: JsonlStore): Promise<string | null> {
  const found = await listRunRows(store, { children: false });
  return found.find(({ workflow }) => workflow === queueMachine.id)?.id ?? null;
}

export async function hasEnded(store: JsonlStore, run: string): Promise<boolean> {
  return (await readStoredRun(store, run)).log.ended !== undefined;
}

/** Carries the state of the last queue over. A queue that was ended from outside starts paused. */
export async function successorInput(
  store: JsonlStore,
  run: string | null,
  settings: QueueSettings,
  document: QueueDocument | null,
): Promise<QueueInput> {
  if (run === null) return { settings, carried: null };
  const state = (await readStoredRun(store, run)).log.state as QueueStates;
  const carried: CarriedState =
    state.at === 'renewed' ? state.carried : { ...carriedState(state.queue), paused: state.queue.paused ?? 'booted' };
  const past: QueuePast | undefined = document ? { ...document } : undefined;
  return { settings, carried, ...(past ? { past: pastOf(past) } : {}) };
}

const pastOf = ({ blocked, history, runsFired }: QueuePast): QueuePast => ({ blocked, history, runsFired });
