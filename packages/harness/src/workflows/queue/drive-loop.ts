/**
 * Keeps the queue moving for as long as the daemon lives.
 *
 *   L1. A freeze is not the end: what is new waits at the sign, and the queue stays (`gates/thaw.ts`).
 *   L2. A queue that can go no further by itself is looked at again when somebody said something to it.
 *   L3. Stopped leaves: what waits for a person stays as it is, and goes on at the next start.
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
  /** Resolves when everything that the daemon itself says to the queue is said. */
  told(): Promise<void>;
}

const lookEveryMs = 250;

/** Resolves when the run has ended; a stop or a signal throws the reason of `signal`. */
export async function driveUntilStopped(driving: DriveLoop, begin: () => Promise<DriveResult>): Promise<void> {
  const { run, world, signal } = driving;
  for (let standing = await begin(); standing.is !== 'ended'; standing = await drive(run, world, signal))
    await news(driving);
}

/** Until something was said to the queue that it has not heard yet. */
async function news({ run, store, signal, told }: DriveLoop): Promise<void> {
  await told();
  while (!(await isAnythingUntaken(store, run)))
    await delay(lookEveryMs, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
}

async function isAnythingUntaken(store: JsonlStore, run: string): Promise<boolean> {
  const { taken } = (await readStoredRun(store, run)).log;
  return (await store.inbox(run).read()).some(({ id, message }) => message.type === 'signal' && !taken.has(id));
}
