/** A provider's events, pulled one at a time: a throw is a value, and an event that came too late to be waited for is not lost. */
import { setTimeout as delay } from 'node:timers/promises';
import { addCost, type CallCost, noCost } from '@harness/core/budget/usage';
import type { AgentEvent } from './provider.ts';

export type PulledEvent =
  | { readonly is: 'event'; readonly event: AgentEvent }
  | { readonly is: 'stopped' }
  | { readonly is: 'threw'; readonly error: unknown };

export interface EventReader {
  /** The same answer until it is taken. */
  next(): Promise<PulledEvent>;
  take(): void;
  /** What was used so far, as the events say. */
  spent(): CallCost;
  /** Lets the provider clean up, for this long. */
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
      if (pending === undefined) return within(graceMs, closed);
      closed.catch(() => undefined); // it did not listen to the abort: it is left behind, and nobody waits for what it says
    },
  };
}

/** So that a provider that throws before its first event throws like any other. */
async function* relay(open: () => AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent, void> {
  yield* open();
}

async function within(ms: number, closed: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined); // cancelled, because it closed in time
  await Promise.race([closed, late]).finally(() => timer.abort());
}
