/**
 * Keeps the queue moving for as long as the daemon lives.
 *
 *   L1. Held is not the end: when the sign is gone the queue goes on, and is paused (DO-11).
 *   L2. A queue that can go no further by itself is looked at again when somebody said something to it.
 *   L3. Stopped leaves: what waits for a person stays as it is, and goes on at the next start.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { PauseReason } from '@harness/core/workflows/plans/queue-state';
import { drive } from '@harness/engine/drive';
import { find } from '@harness/engine/family';
import { resume } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Standing, World } from '@harness/engine/world';
import { isFrozen } from '../gates/frozen.ts';

export interface Driving {
  readonly run: string;
  readonly store: JsonlStore;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly frozenFile: string;
  /** Resolves when everything that the daemon itself says to the queue is said. */
  told(): Promise<void>;
}

const lookEveryMs = 250;
const frozen: PauseReason = 'frozen';

/** Resolves when the run has ended; a stop or a signal throws the reason of `signal`. */
export async function keepDriving(driving: Driving, begin: () => Promise<Standing>): Promise<void> {
  const { run, world, signal } = driving;
  for (let standing = await begin(); standing.is !== 'ended'; ) {
    if (standing.is === 'held') {
      const changes = { paused: frozen, ...(await thawedOrStopped(driving)) };
      standing = await resume(world, run, { settings: {}, changes }, signal);
    } else {
      await news(driving);
      standing = await drive(run, world, signal);
    }
  }
}

/** Until the sign is gone, or somebody wants the daemon to leave: nothing is being done that it would have to wait for. */
async function thawedOrStopped({ run, store, signal, frozenFile }: Driving): Promise<{ stopped?: true }> {
  while (isFrozen(frozenFile)) {
    const stop = (await untaken(store, run)).find(({ choice }) => choice === 'stop');
    if (stop) {
      await store.inbox(run).reject(stop.id); // it is obeyed here
      return { stopped: true };
    }
    await delay(lookEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  return {};
}

async function news({ run, store, signal, told }: Driving): Promise<void> {
  await told();
  while ((await untaken(store, run)).length === 0) {
    await delay(lookEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** What was said to the queue and not heard yet. */
async function untaken(store: JsonlStore, run: string) {
  const { taken } = (await find(store, run)).log;
  return (await store.inbox(run).read()).flatMap(({ id, message }) =>
    message.type === 'signal' && !taken.has(id) ? [{ id, choice: message.choice }] : [],
  );
}
