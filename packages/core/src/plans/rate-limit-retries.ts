/** What a daemon does about a rate limit, in any phase: it waits its time, so many times, and then the plan is blocked (D-44). */
import { type FailureCode, type Failures, failures } from '../failure/failure.ts';

export interface RateLimitBackoff {
  readonly rateLimitBackoffMs: number;
  readonly maxRateLimitRetries: number;
}

export const rateLimits: readonly FailureCode[] = ['agent.rate-limit', 'forge.rate-limited'];

/** Nothing is parked: at night nobody resumes it. What was done so far stays done, because only the call is repeated. */
export const withRateLimitRetries = (
  usual: Failures,
  { rateLimitBackoffMs, maxRateLimitRetries }: RateLimitBackoff,
): Failures => ({
  ...usual,
  ...Object.fromEntries(
    rateLimits.map((code) => [
      code,
      {
        ...failures[code],
        remedy: {
          ...{ do: 'wait', times: maxRateLimitRetries, afterMs: rateLimitBackoffMs },
          ...{ afterwards: 'answer', steady: true },
        },
      },
    ]),
  ),
});
