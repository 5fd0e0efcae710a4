/** A clock that a test moves by hand. */
import type { Clock } from '../clock.ts';

export interface HandClock extends Clock {
  /** Moves time forward and resolves the waits that are due. */
  to(atMs: number): void;
}

export function handClock(startMs = 0): HandClock {
  let now = startMs;
  let sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  return {
    nowMs: () => now,
    until: (atMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (atMs <= now) return resolve();
        sleepers.push({ atMs, wake: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    to(atMs) {
      now = Math.max(now, atMs);
      const due = sleepers.filter((sleeper) => sleeper.atMs <= now);
      sleepers = sleepers.filter((sleeper) => sleeper.atMs > now);
      for (const { wake } of due) wake();
    },
  };
}
