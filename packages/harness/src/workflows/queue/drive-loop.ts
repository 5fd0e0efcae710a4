/**
 * Keeps the queue moving while the daemon runs.
 *
 *   L1. A freeze does not end the run: new effects wait until the freeze file is gone (`gates/wait-for-unfreeze.ts`).
 *   L2. A queue that waits is driven again when it receives a new signal.
 *   L3. A stop exits: work that waits for a person stays as it is and resumes at the next start.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { drive } from '@harness/engine/drive';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { DriveResult, World } from '@harness/engine/world';

export interface DriveLoop {
  readonly run: string;
  readonly store: JsonlStore;
  readonly world: World;
  readonly signal: AbortSignal;
  /** Resolves when all signals from the daemon itself are in the inbox. */
  flushSignals(): Promise<void>;
}

const pollMs = 250;

/** Resolves when the run has ended; a stop or a signal throws the reason of `signal`. */
export async function driveUntilStopped(loop: DriveLoop, begin: () => Promise<DriveResult>): Promise<void> {
  const { run, world, signal } = loop;
  for (let result = await begin(); result.is !== 'ended'; result = await drive(run, world, signal))
    await waitForSignal(loop);
}

/** Waits for a signal that the queue has not taken yet. */
async function waitForSignal({ run, store, signal, flushSignals }: DriveLoop): Promise<void> {
  await flushSignals();
  while (!(await hasUntakenSignal(store, run)))
    await delay(pollMs, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
}

async function hasUntakenSignal(store: JsonlStore, run: string): Promise<boolean> {
  const { taken } = (await readStoredRun(store, run)).log;
  return (await store.inbox(run).read()).some(({ id, message }) => message.type === 'signal' && !taken.has(id));
}
