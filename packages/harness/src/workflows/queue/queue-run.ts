/** Finds the run of the queue, and creates the input of its successor. */
import type { QueueDocument } from '@harness/core/workflows/queue/document';
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
  if (document === null) return { settings, carried };
  const { blocked, history, runsFired } = document;
  return { settings, carried, past: { blocked, history, runsFired } };
}
