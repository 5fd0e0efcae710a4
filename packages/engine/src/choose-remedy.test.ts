import type { Failure } from '@harness/core/failure/failure';
import { withRetries } from '@harness/core/failure/retry';
import { describe, expect, test } from 'vitest';
import { chooseRemedy } from './choose-remedy.ts';

const limits = (retry: Partial<Parameters<typeof withRetries>[0]> = {}) => ({
  failures: withRetries({ calls: 1, rateLimited: 3, backoffMs: 1_000, ...retry }),
  maxWaitMs: 5_000,
});
const crash: Failure = { code: 'agent.crash', params: {} };
const limited = (params = {}): Failure => ({ code: 'agent.rate-limit', params });

describe('a back-off', () => {
  test('has the configured length and doubles each time', () => {
    const of = limits({ calls: 9, backoffMs: 40 });
    expect([1, 2, 3].map((times) => chooseRemedy(crash, times, 100, of))).toEqual([
      { is: 'again', atMs: 140 },
      { is: 'again', atMs: 180 },
      { is: 'again', atMs: 260 },
    ]);
  });

  test('has a limit, however often it doubles', () => {
    expect(chooseRemedy(crash, 999, 0, limits({ calls: 1_000 }))).toEqual({ is: 'again', atMs: 3_600_000 });
    expect(chooseRemedy(crash, 2, 0, limits({ calls: 9, backoffMs: 7_200_000 }))).toEqual({
      is: 'again',
      atMs: 7_200_000,
    });
  });

  test('is replaced by the retry time of the provider; a retry time beyond the maximum wait parks the run', () => {
    expect(chooseRemedy(limited({ retryAfterMs: 7 }), 1, 100, limits())).toEqual({ is: 'again', atMs: 107 });
    expect(chooseRemedy(limited({ retryAfterMs: 5_001 }), 1, 0, limits())).toEqual({ is: 'park', atMs: 5_001 });
  });
});

test('retries only as often as configured: then a crash is answered and a rate limit parks', () => {
  expect(chooseRemedy(crash, 1, 0, limits({ calls: 0 }))).toEqual({ is: 'answer' });
  expect(chooseRemedy(crash, 4, 0, limits({ calls: 3 }))).toEqual({ is: 'answer' });
  expect(chooseRemedy(limited(), 1, 0, limits({ rateLimited: 0 }))).toEqual({ is: 'park', atMs: 1_000 });
});
