import { expect, test } from 'vitest';
import { estimateOf, type PricedEstimate, totalEstimate } from './estimate.ts';

const asked: PricedEstimate = {
  stable: 'x'.repeat(400),
  prompt: 'y'.repeat(400),
  reserveTokens: 1_000,
  costOf: ({ input, output }) => (input + 10 * output) / 1_000,
};

test('the minimum is the input, the maximum adds the rest of the reservation as output', () => {
  expect(estimateOf(asked)).toEqual({
    inputTokens: 200,
    reservedTokens: 1_000,
    price: 'known',
    costUsd: { least: 0.2, most: 0.2 + 8 },
  });
});

test('a prompt above the reservation costs its own tokens', () => {
  expect(estimateOf({ ...asked, reserveTokens: 100 }).costUsd).toEqual({ least: 0.2, most: 0.2 });
});

test('an unknown price makes every sum unknown', () => {
  const unknown = estimateOf({ ...asked, costOf: () => undefined });
  expect(unknown).toMatchObject({ price: 'unknown', costUsd: null });
  expect(totalEstimate([estimateOf(asked)], [estimateOf(asked), unknown]).costUsd).toBeNull();
});

test('a rehearsal costs nothing and has no price', () => {
  expect(estimateOf({ ...asked, costOf: 'none' })).toMatchObject({ price: 'none', costUsd: { least: 0, most: 0 } });
});

test('the total ranges from the short path at its minimum to the long path at its maximum', () => {
  const one = estimateOf(asked);
  expect(totalEstimate([one], [one, one, one])).toEqual({
    calls: { least: 1, most: 3 },
    inputTokens: { least: 200, most: 600 },
    reservedTokens: { least: 1_000, most: 3_000 },
    costUsd: { least: 0.2, most: 24.6 },
  });
});
