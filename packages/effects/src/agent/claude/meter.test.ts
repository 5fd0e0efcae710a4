import { addCost, noCost } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { meter } from './meter.ts';

const start = { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 1 };
const account = (outputTokens: number, costUSD: number) => ({
  m: { inputTokens: 10, outputTokens, cacheReadInputTokens: 100, cacheCreationInputTokens: 20, costUSD },
});

test('what is told adds up to what is spent, and the account of the program settles it', () => {
  const { begin, grow, settle, spent } = meter();
  const told = [
    begin('claude-opus-x', start),
    grow({ output_tokens: 7 }),
    grow({ output_tokens: 5 }),
    settle(account(8, 0.5)),
  ];
  expect(told.reduce(addCost, noCost)).toEqual(spent());
  expect(spent()).toEqual({ usage: { input: 10, output: 8, cacheRead: 100, cacheWrite: 20 }, costUsd: 0.5 });
});

test('what was streamed counts also where the program knows nothing of it', () => {
  const { begin, settle, spent } = meter();
  begin('claude-opus-x', start);
  const before = spent();
  settle({});
  expect(spent()).toEqual(before);
  expect(before.costUsd).toBeGreaterThan(0);
});
