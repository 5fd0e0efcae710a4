/** The time that watches go by; a test drives it by hand. */
import { setTimeout as delay } from 'node:timers/promises';
import { timerMs } from '../process/timer.ts';

export interface WatchClock {
  now(): number;
  /** Ends at once, by the signal's reason, when it is aborted. */
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
