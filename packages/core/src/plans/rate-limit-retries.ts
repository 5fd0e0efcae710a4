/** Adjusts the remedies for rate limits in a daemon: wait up to n times in any phase, then block the plan (D-44). */
import { type FailureCode, type Failures, failures } from '../failure/failure.ts';

export interface RateLimitBackoff {
  readonly rateLimitBackoffMs: number;
  readonly maxRateLimitRetries: number;
}

export const rateLimits: readonly FailureCode[] = ['agent.rate-limit', 'forge.rate-limited'];

/** Never parks, because at night no person resumes a run. Only the call is repeated, so finished work is kept. */
export const withRateLimitRetries = (
  usual: Failures,
  { rateLimitBackoffMs: afterMs, maxRateLimitRetries: times }: RateLimitBackoff,
): Failures => {
  const remedy = { do: 'wait', times, afterMs, afterwards: 'answer', steady: true };
  return { ...usual, ...Object.fromEntries(rateLimits.map((code) => [code, { ...failures[code], remedy }])) };
};
