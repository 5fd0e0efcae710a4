/** Applies the retry settings to the table of failures. */
import { type FailureCode, type Failures, failures, type Remedy } from './failure.ts';

export interface Retry {
  /** Retries of a call that timed out, crashed, or met a network or provider error. */
  readonly calls: number;
  /** Retries of a rate-limited call. */
  readonly rateLimited: number;
  /** Delay before the first retry; doubled each time. */
  readonly backoffMs: number;
}

/** Changes only remedies that wait: the repair turn and failures without a retry stay unchanged. */
export const withRetries = (retry: Retry): Failures =>
  Object.fromEntries(
    Object.entries(failures).map(([code, row]) => [code, { ...row, remedy: remedyOf(code as FailureCode, retry) }]),
  ) as unknown as Failures;

function remedyOf(code: FailureCode, { calls, rateLimited, backoffMs }: Retry): Remedy {
  const { remedy } = failures[code];
  if (remedy.do !== 'wait' || !code.startsWith('agent.')) return remedy;
  return { ...remedy, times: code === 'agent.rate-limit' ? rateLimited : calls, afterMs: backoffMs };
}

/** For optional roles, which only add notes: a rate limit neither delays nor parks the run. */
export const withoutRetries = (table: Failures): Failures =>
  Object.fromEntries(
    Object.entries(table).map(([code, row]) => [
      code,
      row.remedy.do === 'wait' && row.remedy.afterwards === 'park' ? { ...row, remedy: { do: 'stop' } } : row,
    ]),
  ) as unknown as Failures;
