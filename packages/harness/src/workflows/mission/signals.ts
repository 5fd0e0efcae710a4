/** Sends signals to a running mission. Each is used once, also after a crash. */
import { userInfo } from 'node:os';
import { checkpointSignal, editSignal } from '@harness/core/workflows/mission/plan-edit';
import type { JsonlStore } from '@harness/engine/store/jsonl';

type Inboxes = Pick<JsonlStore, 'inbox'>;

export const signalPlanEdited = (store: Inboxes, run: string): Promise<void> =>
  sendSignal(store, run, editSignal, 'edited');

/** Asks the mission to wait at a checkpoint (MO-11). */
export const signalCheckpointRequested = (store: Inboxes, run: string, checkpoint: string): Promise<void> =>
  sendSignal(store, run, checkpointSignal, checkpoint);

async function sendSignal(store: Inboxes, run: string, name: string, choice: string): Promise<void> {
  const atMs = Date.now();
  const signal = { version: 1, type: 'signal', name, choice, by: userInfo().username, atMs } as const;
  await store.inbox(run).put(`${name}-${atMs}-${process.pid}`, signal);
}
