import { expect, test } from 'vitest';
import { estimateOf, type PricedEstimate, totalEstimate } from './estimate.ts';

const asked: PricedEstimate = {
  ...{ stable: 'x'.repeat(400), prompt: 'y'.repeat(400), reserveTokens: 1_000 },
  costOf: ({ input, output }) => (input + 10 * output) / 1_000,
};

test('the least is what is sent once, the most is what is reserved and written', () => {
  expect(estimateOf(asked)).toEqual({
    ...{ inputTokens: 200, reservedTokens: 1_000, price: 'known' },
    costUsd: { least: 0.2, most: 0.2 + 8 },
  });
});

test('a prompt that is longer than what is reserved costs what it costs', () => {
  expect(estimateOf({ ...asked, reserveTokens: 100 }).costUsd).toEqual({ least: 0.2, most: 0.2 });
});

test('a price that nobody knows is unknown, and so is every sum with it', () => {
  const unknown = estimateOf({ ...asked, costOf: () => undefined });
  expect(unknown).toMatchObject({ price: 'unknown', costUsd: null });
  expect(totalEstimate([estimateOf(asked)], [estimateOf(asked), unknown]).costUsd).toBeNull();
});

test('a rehearsal costs nothing, and says that nobody is asked', () => {
  expect(estimateOf({ ...asked, costOf: 'none' })).toMatchObject({ price: 'none', costUsd: { least: 0, most: 0 } });
});

test('altogether: the short way at its least, the long one at its most', () => {
  const one = estimateOf(asked);
  expect(totalEstimate([one], [one, one, one])).toEqual({
    calls: { least: 1, most: 3 },
    inputTokens: { least: 200, most: 600 },
    reservedTokens: { least: 1_000, most: 3_000 },
    costUsd: { least: 0.2, most: 24.6 },
  });
});
