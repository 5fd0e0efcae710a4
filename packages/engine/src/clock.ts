/** Time is an argument: the system's clock, or one that a test builds from its own times. */

export interface Clock {
  nowMs(): number;
  /** Resolves when that moment has come; rejects with the signal's reason when it is aborted. */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

/** What a clock is made of: the time of day, which can be set; a time that only ever goes on; and a pause. */
export interface Times {
  wallMs(): number;
  steadyMs(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Short enough that a time of day that was set forward, or a laptop that woke up, is noticed soon. A timer above 2^31 ms would fire at once. */
const longestPauseMs = 60_000;

/**
 * A moment has come when the time of day says so, or when as much time went by as was left of it at first.
 *
 * The first, because a laptop that slept must not add its sleep to the wait. The second, because a time of day that was
 * set back must not lengthen it.
 */
export const clockOf = ({ wallMs, steadyMs, pause }: Times): Clock => ({
  nowMs: wallMs,
  async until(atMs, signal) {
    const untilSteadyMs = steadyMs() + (atMs - wallMs());
    for (;;) {
      const leftMs = Math.min(atMs - wallMs(), untilSteadyMs - steadyMs());
      if (leftMs <= 0) return;
      await pause(Math.min(leftMs, longestPauseMs), signal);
    }
  },
});

/**
 * When a wait is over that was begun at `fromMs`, as far as the time of day can be believed. One that lies before the
 * beginning was set back: then it lasts its whole length once more, and no longer.
 */
export const dueMs = (fromMs: number, ms: number, nowMs: number): number => Math.min(fromMs, nowMs) + ms;

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

export const systemClock: Clock = clockOf({
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  pause: delay,
});
