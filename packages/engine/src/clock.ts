/** Time, as an argument: the system's, or one that a test moves by hand. */

export interface Clock {
  nowMs(): number;
  /** Resolves when that moment has come; rejects with the signal's reason when it is aborted. */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

/** A longer timer would overflow and fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  async until(atMs, signal) {
    // In slices, and against the wall clock each time: a laptop that slept must not add its sleep to the wait.
    for (let left = atMs - Date.now(); left > 0; left = atMs - Date.now())
      await delay(Math.min(left, longestTimerMs, 60_000), signal);
  },
};

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const done = (finish: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      finish();
    };
    const aborted = done(() => reject(signal.reason as Error));
    const timer = setTimeout(done(resolve), ms);
    signal.addEventListener('abort', aborted, { once: true });
  });
}

export interface HandClock extends Clock {
  /** Moves time forward and wakes whoever waited for a moment that has come. */
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
