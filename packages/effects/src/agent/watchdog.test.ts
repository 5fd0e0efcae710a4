import { setTimeout as delay } from 'node:timers/promises';
import { noUsage } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import type { AgentEvent, AgentResult } from './provider.ts';
import { type WatchdogLimits, watchCall } from './watchdog.ts';

const used = (output: number): AgentEvent => ({ type: 'usage', usage: { ...noUsage, output }, costUsd: 0.1 });
const text = (said: string): AgentEvent => ({ type: 'text', text: said });
const spent = (output: number, costUsd: number) => ({ usage: { ...noUsage, output }, costUsd });
const result = (more: Partial<AgentResult> = {}): AgentEvent => ({
  type: 'result',
  result: { outcome: 'ok', text: 'hello', spent: spent(9, 0.9), ...more } as AgentResult,
});
const untilAborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve));

type Run = (signal: AbortSignal) => AsyncIterable<AgentEvent>;
const open = () => [];
async function watch(
  run: Run,
  {
    wallMs = 5_000,
    idleMs = 5_000,
    signal = new AbortController().signal,
    allowances = open as WatchdogLimits['allowances'],
  } = {},
) {
  const heard: AgentEvent[] = [];
  for await (const event of watchCall(run, { wallMs, idleMs, allowances }, signal, 200)) heard.push(event);
  expect(heard.filter(({ type }) => type === 'result')).toEqual([heard.at(-1)]);
  return { heard, result: (heard.at(-1) as { result: AgentResult }).result };
}

test('passes on a call that ends normally', async () => {
  const { heard } = await watch(async function* () {
    yield text('hi');
    yield result();
  });
  expect(heard).toEqual([text('hi'), result()]);
});

test('ignores events after the result', async () => {
  const { heard } = await watch(async function* () {
    yield result();
    yield text('more');
    yield result();
  });
  expect(heard).toEqual([result()]);
});

test('ends a silent call as timeout, names the limit, and keeps its cost', async () => {
  const { result } = await watch(
    async function* (signal) {
      yield used(3);
      yield used(4);
      await untilAborted(signal);
    },
    { idleMs: 50 },
  );
  expect(result).toEqual({
    outcome: 'timeout',
    error: { detail: 'idle limit: no activity for 50 ms' },
    spent: spent(7, 0.2),
  });
});

test('every event resets the idle timer', async () => {
  const { result } = await watch(
    async function* () {
      for (let n = 0; n < 8; n++) {
        await delay(40);
        yield text('alive');
      }
      yield { type: 'result', result: { outcome: 'ok', text: 'x', spent: spent(0, 0) } };
    },
    { idleMs: 250 },
  );
  expect(result.outcome).toBe('ok');
});

test('ends a call that never stops talking at the wall-clock limit', async () => {
  const { result } = await watch(
    async function* (signal) {
      while (!signal.aborted) {
        yield text('still here');
        await delay(10);
      }
    },
    { wallMs: 100 },
  );
  expect(result).toMatchObject({ outcome: 'timeout', error: { detail: 'wall-clock limit: not done after 100 ms' } });
});

test('the time for writing the journal does not count as idle', async () => {
  const run: Run = async function* () {
    yield text('hi');
    yield result();
  };
  const types: string[] = [];
  for await (const event of watchCall(
    run,
    { wallMs: 5_000, idleMs: 50, allowances: open },
    new AbortController().signal,
  )) {
    types.push(event.type === 'result' ? event.result.outcome : event.type);
    await delay(120);
  }
  expect(types).toEqual(['text', 'ok']);
});

test('passes on events during cleanup and uses the cost that the provider reports', async () => {
  const { heard, result: last } = await watch(
    async function* (signal) {
      await untilAborted(signal);
      yield text('cleaning up');
      yield result({ outcome: 'aborted', error: { detail: '' }, spent: spent(5, 0.5) } as Partial<AgentResult>);
    },
    { idleMs: 30 },
  );
  expect(heard[0]).toEqual(text('cleaning up'));
  expect(last).toMatchObject({ outcome: 'timeout', spent: spent(5, 0.5) });
});

test('a provider that ignores the abort cannot block the call', async () => {
  const began = performance.now();
  const { result } = await watch(
    async function* () {
      yield used(1);
      await new Promise(() => undefined);
    },
    { idleMs: 30 },
  );
  expect(result).toMatchObject({ outcome: 'timeout', spent: spent(1, 0.1) });
  expect(performance.now() - began).toBeLessThan(8_000);
});

test.each([
  [
    'throws',
    async function* (): AsyncGenerator<AgentEvent> {
      yield used(2);
      throw new Error('boom');
    },
    'boom',
  ],
  [
    'throws at once',
    () => {
      throw new Error('boom');
    },
    'boom',
  ],
  [
    'just stops',
    async function* (): AsyncGenerator<AgentEvent> {
      yield used(2);
    },
    'the provider stopped without a result',
  ],
] as const)('a provider that %s ends as unknown', async (_, run, detail) => {
  expect((await watch(run)).result).toMatchObject({ outcome: 'unknown', error: { detail } });
});

test('a call that is stopped from outside ends as aborted, also if the provider throws then', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  const { result } = await watch(
    async function* (signal) {
      yield used(2);
      await delay(5_000, undefined, { signal });
    },
    { signal: stop.signal },
  );
  expect(result).toEqual({ outcome: 'aborted', error: { detail: 'stopped from outside' }, spent: spent(2, 0.1) });
});

test('lets the provider clean up when the caller stops listening', async () => {
  let clean = false;
  const run: Run = async function* () {
    try {
      yield text('hi');
      yield text('more');
    } finally {
      await delay(20);
      clean = true;
    }
  };
  for await (const _ of watchCall(
    run,
    { wallMs: 5_000, idleMs: 5_000, allowances: open },
    new AbortController().signal,
  ))
    break;
  expect(clean).toBe(true);
});

test('accepts a very long time as no limit', async () => {
  const { result } = await watch(
    async function* () {
      await delay(20);
      yield { type: 'result', result: { outcome: 'ok', text: 'x', spent: spent(0, 0) } };
    },
    { wallMs: Number.MAX_SAFE_INTEGER, idleMs: Number.POSITIVE_INFINITY },
  );
  expect(result.outcome).toBe('ok');
});

test('W5 stops a call that exceeds its allowance, ends it as budget, and names the limit and the amount', async () => {
  const capTokens = { limit: 'capTokens', of: 100, spent: 90, left: 8 } as const;
  let stopped = false;
  const { heard, result } = await watch(
    async function* (signal) {
      yield used(8);
      yield text('that was all that was left');
      yield used(1);
      stopped = signal.aborted;
    },
    { allowances: () => [capTokens] },
  );
  expect(heard.map(({ type }) => type)).toEqual(['usage', 'text', 'usage', 'result']);
  expect(stopped).toBe(true);
  expect(result).toMatchObject({ outcome: 'budget', error: { limit: 'capTokens', of: 100, spent: 99 } });
  expect(result.spent).toEqual(spent(9, 0.2));
});

test('W5 checks the allowance with each usage report, because other calls settle at the same time', async () => {
  let left = 0.15;
  const { result } = await watch(
    async function* () {
      yield used(1);
      left = 0.05;
      yield used(1);
      await delay(10_000);
    },
    { allowances: () => [{ limit: 'capUsd', of: 1, spent: 1 - left, left }] },
  );
  expect(result).toMatchObject({ outcome: 'budget', error: { limit: 'capUsd', of: 1 } });
});
