/** Reads a provider's events one at a time. An exception becomes a value, and a late event is not lost. */

import { addCost, type CallCost, noCost } from '@harness/core/budget/usage';
import { withTimeout } from '../process/with-timeout.ts';
import type { AgentEvent } from './provider.ts';

export type PulledEvent =
  | { readonly is: 'event'; readonly event: AgentEvent }
  | { readonly is: 'stopped' }
  | { readonly is: 'threw'; readonly error: unknown };

export interface EventReader {
  /** Resolves to the same event until `take`. */
  next(): Promise<PulledEvent>;
  take(): void;
  spent(): CallCost;
  /** Lets the provider clean up for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export function openEventReader(open: () => AsyncIterable<AgentEvent>): EventReader {
  const iterator = relay(open);
  let pending: Promise<PulledEvent> | undefined;
  let spent = noCost;

  const pull = async (): Promise<PulledEvent> => {
    try {
      const { done, value: event } = await iterator.next();
      if (done) return { is: 'stopped' };
      if (event.type === 'usage') spent = addCost(spent, { usage: event.usage, costUsd: event.costUsd ?? 0 });
      return { is: 'event', event };
    } catch (error) {
      return { is: 'threw', error };
    }
  };

  return {
    next() {
      pending ??= pull();
      return pending;
    },
    take() {
      pending = undefined;
    },
    spent: () => spent,
    async close(graceMs) {
      const closed = iterator.return();
      if (pending === undefined) await withTimeout(closed, graceMs);
      else closed.catch(() => undefined); // the provider ignored the abort: do not wait for it
    },
  };
}

/** Turns an exception before the first event into a rejected `next`. */
async function* relay(open: () => AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent, void> {
  yield* open();
}
