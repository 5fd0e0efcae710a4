/** Clock as an argument: the system clock, or one that a test controls. */

export interface Clock {
  nowMs(): number;
  /** Resolves at `atMs`. Rejects with the reason of the signal if it is aborted. */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

/** Sources of a clock: the time of day, which can be set; a monotonic time; and a pause. */
export interface ClockSources {
  wallMs(): number;
  steadyMs(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Notices a changed time of day or a woken laptop within a minute. A timer above 2^31 ms would fire at once. */
const maxPauseMs = 60_000;

/**
 * Waits until the time of day reaches the moment, or until the remaining time has passed on the monotonic clock.
 *
 * The time of day counts because a laptop's sleep must not lengthen the wait. The monotonic time counts because a time
 * of day that was set back must not lengthen it either.
 */
export const createClock = ({ wallMs, steadyMs, pause }: ClockSources): Clock => ({
  nowMs: wallMs,
  async until(atMs, signal) {
    const untilSteadyMs = steadyMs() + (atMs - wallMs());
    for (;;) {
      const leftMs = Math.min(atMs - wallMs(), untilSteadyMs - steadyMs());
      if (leftMs <= 0) return;
      await pause(Math.min(leftMs, maxPauseMs), signal);
    }
  },
});

/** Due time of a wait that started at `fromMs`; its full length from now if the time of day was set back. */
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

export const systemClock: Clock = createClock({
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  pause: delay,
});
