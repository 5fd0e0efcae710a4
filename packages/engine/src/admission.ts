/**
 * E10: whether an effect may be begun now, asked before `asked` is written. What is held leaves no trace in the journal.
 *
 * A gate decides; several are one. Only what acts is asked about: a wait costs nothing and does nothing.
 */
import type { HoldReason } from '@harness/core/failure/hold-reason';
import type { Effect } from '@harness/core/machine/machine';

export type Admission =
  /** It may begin; `go` is called when it is over, to let the next one in. */
  | { go(): void }
  /** Not now, and not by waiting here: the run is left as it stands. */
  | { readonly held: HoldReason }
  /** All places are taken: ask again when this resolves. */
  | { turn(signal: AbortSignal): Promise<void> };

export type Gate = (effect: Effect, run: string) => Admission;

const nothing = () => {};
export const admitAll: Gate = () => ({ go: nothing });

/** Somebody put up the sign: nothing new is begun until it is gone. */
export const frozenGate =
  (isFrozen: () => boolean): Gate =>
  () =>
    isFrozen() ? { held: 'frozen' } : { go: nothing };

/** At most so many of a kind at the same time, whichever run they belong to; the next is let in by the one that leaves. */
export function slotGate(most: Readonly<Record<string, number>>): Gate {
  const taken = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  const leave = (kind: string) => () => {
    taken.set(kind, (taken.get(kind) ?? 1) - 1);
    const [next] = waiting.get(kind) ?? [];
    next?.();
  };
  return ({ kind }) => {
    const now = taken.get(kind) ?? 0;
    if (now < (most[kind] ?? Infinity)) {
      taken.set(kind, now + 1);
      return { go: leave(kind) };
    }
    const queue = waiting.get(kind) ?? new Set();
    waiting.set(kind, queue);
    return { turn: (signal) => inQueue(queue, signal) };
  };
}

/** Resolves when it is first in the queue and somebody leaves, or when it need not wait any more. */
function inQueue(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      queue.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    queue.add(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/** All of them; what one let in is given back when another does not. */
export const combineGates =
  (...all: readonly Gate[]): Gate =>
  (effect, run) => {
    const passed: (() => void)[] = [];
    const leave = () => {
      for (const go of passed) go();
    };
    for (const gate of all) {
      const admission = gate(effect, run);
      if (!('go' in admission)) {
        leave();
        return admission;
      }
      passed.push(admission.go);
    }
    return { go: leave };
  };
