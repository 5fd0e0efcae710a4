/** Clock of watches; tests drive it by hand. */
import { setTimeout as delay } from 'node:timers/promises';
import { timerMs } from '../process/timer.ts';

export interface WatchClock {
  now(): number;
  /** Rejects at once with the reason of the signal if it is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemWatchClock: WatchClock = {
  now: Date.now,
  async pause(ms, signal) {
    signal.throwIfAborted();
    await delay(timerMs(ms), undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  },
};
