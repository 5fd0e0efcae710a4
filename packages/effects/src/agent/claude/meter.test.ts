import { addCost, noCost } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { createClaudeMeter } from './meter.ts';

const start = { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 1 };
const account = (outputTokens: number, costUSD: number) => ({
  m: { inputTokens: 10, outputTokens, cacheReadInputTokens: 100, cacheCreationInputTokens: 20, costUSD },
});

test("the reported usage adds up to the total, and the program's account settles it", () => {
  const { begin, grow, settle, spent } = createClaudeMeter();
  const told = [
    begin('claude-opus-x', start),
    grow({ output_tokens: 7 }),
    grow({ output_tokens: 5 }),
    settle(account(8, 0.5)),
  ];
  expect(told.reduce(addCost, noCost)).toEqual(spent());
  expect(spent()).toEqual({ usage: { input: 10, output: 8, cacheRead: 100, cacheWrite: 20 }, costUsd: 0.5 });
});

test('streamed usage counts even if the program does not report it', () => {
  const { begin, settle, spent } = createClaudeMeter();
  begin('claude-opus-x', start);
  const before = spent();
  settle({});
  expect(spent()).toEqual(before);
  expect(before.costUsd).toBeGreaterThan(0);
});
