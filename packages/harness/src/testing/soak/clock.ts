/**
 * The clock of a simulated night. Steady time jumps from one awaited moment to the next; the time of day can be set
 * independently, like that of a machine.
 */
import { type Clock, createClock } from '@harness/engine/clock';

export interface NightClock extends Clock {
  /** Time since the start of the night, independent of the time of day. */
  passedMs(): number;
  /** Sets the time of day forward or back. */
  set(byMs: number): void;
  /** Jumps to the next awaited moment; false if there is none. */
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
    ...createClock({ wallMs: () => steady + offset, steadyMs: () => steady, pause }),
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
