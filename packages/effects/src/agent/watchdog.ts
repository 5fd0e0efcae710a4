/**
 * Ensures that every call ends in exactly one result, whatever the provider does.
 *
 *   W1. A call that takes too long, or is silent for too long, is stopped and ends as `timeout`.
 *   W2. A provider that throws, or stops without a result, ends as `unknown`; a call stopped from outside ends as
 *       `aborted`.
 *   W3. A provider that ignores the abort cannot block the call: it gets a short time to clean up.
 *   W4. The reported usage is kept, however the call ends.
 *   W5. A call that exceeds its allowance is stopped as soon as it reports so, and ends as `budget`.
 */
import { type Allowance, crossedLimit } from '@harness/core/budget/budget';
import type { CallCost } from '@harness/core/budget/usage';
import type { AgentFailureKind } from '@harness/core/effects/agent';
import { type CallTimeouts, type CallTimer, type CallTimers, startCallTimers } from './call-timers.ts';
import { type EventReader, openEventReader, type PulledEvent } from './event-reader.ts';
import type { AgentEvent, AgentResult } from './provider.ts';

type Ending =
  | { readonly is: 'result'; readonly result: AgentResult }
  | { readonly is: 'alarm'; readonly alarm: CallTimer }
  | { readonly is: 'crossed' }
  | Exclude<PulledEvent, { is: 'event' }>;

export interface WatchdogLimits extends CallTimeouts {
  /** Remaining allowances of the call: one row per limit. */
  allowances(): readonly Allowance[];
}

export async function* watchCall(
  run: (signal: AbortSignal) => AsyncIterable<AgentEvent>,
  limits: WatchdogLimits,
  signal: AbortSignal,
  graceMs = 2_000,
): AsyncGenerator<AgentEvent, void> {
  const stop = new AbortController();
  const alarms = startCallTimers(limits, signal);
  const stream = openEventReader(() => run(AbortSignal.any([signal, stop.signal])));
  try {
    const ending = yield* passOn(stream, alarms, limits.allowances);
    const isCut = ending.is === 'alarm' || ending.is === 'crossed';
    const late = isCut ? yield* cleanUp(stream, stop, graceMs) : ending;
    const spent = late.is === 'result' ? late.result.spent : stream.spent();
    yield { type: 'result', result: resultOf(ending, limits, signal, spent) };
  } finally {
    alarms.off();
    stop.abort();
    await stream.close(graceMs);
  }
}

/** Passes on the provider's events until it ends, exceeds its allowance, or a timer fires. */
async function* passOn(
  stream: EventReader,
  alarms: CallTimers,
  allowances: WatchdogLimits['allowances'],
): AsyncGenerator<AgentEvent, Ending> {
  for (;;) {
    alarms.listen();
    const next = await Promise.race([stream.next(), alarms.raised]);
    alarms.pause(); // writing the journal does not count as the provider's silence
    if (typeof next === 'string') return { is: 'alarm', alarm: next };
    stream.take();
    if (next.is !== 'event') return next;
    if (next.event.type === 'result') return { is: 'result', result: next.event.result };
    yield next.event;
    if (next.event.type === 'usage' && crossedLimit(allowances(), stream.spent())) return { is: 'crossed' };
  }
}

/** Events during the cleanup belong to the call too. */
async function* cleanUp(
  stream: EventReader,
  stop: AbortController,
  graceMs: number,
): AsyncGenerator<AgentEvent, Ending> {
  const graceTimers = startCallTimers({ wallMs: graceMs, idleMs: graceMs });
  try {
    stop.abort();
    return yield* passOn(stream, graceTimers, () => []);
  } finally {
    graceTimers.off();
  }
}

function resultOf(ending: Ending, limits: WatchdogLimits, signal: AbortSignal, spent: CallCost): AgentResult {
  const failed = (outcome: AgentFailureKind, detail: string): AgentResult => ({ outcome, error: { detail }, spent });
  if (ending.is === 'result') return ending.result;
  if (signal.aborted) return failed('aborted', 'stopped from outside');
  if (ending.is === 'threw') return failed('unknown', messageOf(ending.error));
  if (ending.is === 'stopped') return failed('unknown', 'the provider stopped without a result');
  if (ending.is === 'crossed') return { ...overspent(crossedLimit(limits.allowances(), spent)), spent };
  return ending.alarm === 'idle'
    ? failed('timeout', `idle limit: no activity for ${limits.idleMs} ms`)
    : failed('timeout', `wall-clock limit: not done after ${limits.wallMs} ms`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Names the limit, its amount and the amount spent, so that the user knows which limit to raise. */
const overspent = (over: ReturnType<typeof crossedLimit>) => ({
  outcome: 'budget' as const,
  error: {
    detail: over ? `${over.limit} of ${over.of} was exceeded: ${over.spent} spent` : 'a limit was exceeded',
    ...over,
  },
});
