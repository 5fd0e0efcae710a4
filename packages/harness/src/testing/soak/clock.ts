/**
 * The time of a simulated night, moved by hand: steady time goes on from one moment that somebody waits for to the next,
 * and the time of day can be set beside it, as a machine's is.
 */
import { type Clock, clockOf } from '@harness/engine/clock';

export interface NightClock extends Clock {
  /** How long the night has lasted, whatever the time of day says. */
  passedMs(): number;
  /** Sets the time of day forward or back. */
  set(byMs: number): void;
  /** Goes on to the next moment that somebody waits for; false when nobody waits for any. */
  next(): boolean;
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

export function nightClock(dayMs: number): NightClock {
  let steady = 0;
  let offset = dayMs;
  const sleepers = new Set<Sleeper>();
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const over = (finish: () => void) => () => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', aborted);
        finish();
      };
      const sleeper = { atMs: steady + ms, wake: over(resolve) };
      const aborted = over(() => reject(signal.reason as Error));
      sleepers.add(sleeper);
      signal.addEventListener('abort', aborted, { once: true });
    });
  return {
    ...clockOf({ wallMs: () => steady + offset, steadyMs: () => steady, pause }),
    passedMs: () => steady,
    set: (byMs) => {
      offset += byMs;
    },
    next() {
      if (sleepers.size === 0) return false;
      steady = Math.max(steady, Math.min(...[...sleepers].map(({ atMs }) => atMs)));
      for (const { atMs, wake } of [...sleepers]) if (atMs <= steady) wake();
      return true;
    },
  };
}
