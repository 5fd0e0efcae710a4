/**
 * Decides from the entries of the queue whether its daemon is ready and when it exits.
 *
 * A stopped queue keeps its state until the next daemon starts it. That daemon must not exit because of entries that only
 * repeat the state: changed settings, or a command that was sent while no daemon ran.
 */
import type { Entry } from '../../journal/journal.ts';
import type { State } from '../../machine/machine.ts';

export interface StopWatch {
  /** Whether the queue works, at all or again: its state is not the one of an earlier stop. */
  isStarted(): boolean;
  /** True for the entry that stops the queue. */
  isStoppedBy(entry: Entry): boolean;
}

/** `at` is the state of the queue before the first entry. */
export function createStopWatch(at: State['at']): StopWatch {
  let isStarted = at !== 'stopped';
  return {
    isStarted: () => isStarted,
    isStoppedBy(entry) {
      const isMove = entry.type === 'moved' || entry.type === 'upgraded';
      if (!isMove) return false;
      const wasStarted = isStarted;
      isStarted = entry.state.at !== 'stopped';
      return wasStarted && !isStarted;
    },
  };
}
