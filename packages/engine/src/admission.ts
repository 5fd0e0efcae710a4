/**
 * E10: decides whether an effect may start, before `asked` is written. A held effect leaves no journal entry.
 *
 * Gates judge only effects that act. A wait costs nothing and passes.
 */

import type { HoldReason } from '@harness/core/failure/hold-reason';
import type { Effect } from '@harness/core/machine/machine';
import { untilDone } from './linked-abort.ts';

export type Admission =
  /** The effect may start. The caller calls `go` when it is done, which frees its slot. */
  | { go(): void }
  /** The effect may not start, and waiting does not help: the run stays as it is. */
  | { readonly held: HoldReason }
  /** All slots are taken: ask again when this resolves. */
  | { turn(signal: AbortSignal): Promise<void> };

export type Gate = (effect: Effect, run: string) => Admission;

const noop = () => {};
export const admitAll: Gate = () => ({ go: noop });

/** Holds every effect while the freeze file exists. */
export const frozenGate =
  (isFrozen: () => boolean): Gate =>
  () =>
    isFrozen() ? { held: 'frozen' } : { go: noop };

/** Limits the effects of a kind that run at the same time, across all runs; a finished effect wakes the next. */
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
    return { turn: (signal) => waitInQueue(queue, signal) };
  };
}

/** Resolves when a slot is free and this is first in the queue, or when `signal` is aborted. */
const waitInQueue = (queue: Set<() => void>, signal: AbortSignal): Promise<void> =>
  untilDone(signal, (done) => {
    queue.add(done);
    return () => queue.delete(done);
  });

/** Passes only if all gates pass. If one does not, the slots taken so far are freed. */
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
