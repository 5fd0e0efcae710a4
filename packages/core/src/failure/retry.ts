/** How often agents are asked again: what a person set, put into the table of failures. */
import { type FailureCode, type Failures, failures, type Remedy } from './failure.ts';

export interface Retry {
  /** How often a call is repeated that timed out, crashed, or met a network or provider in trouble. */
  readonly calls: number;
  /** How often a call is repeated that was rate limited. */
  readonly rateLimited: number;
  /** How long to wait before the first repetition; doubled each time. */
  readonly backoffMs: number;
}

/** Only what is waited out is counted by a person: the one repair turn and what is never repeated stay as they are. */
export const withRetries = (retry: Retry): Failures =>
  Object.fromEntries(
    Object.entries(failures).map(([code, row]) => [code, { ...row, remedy: remedyOf(code as FailureCode, retry) }]),
  ) as unknown as Failures;

function remedyOf(code: FailureCode, { calls, rateLimited, backoffMs }: Retry): Remedy {
  const { remedy } = failures[code];
  if (remedy.do !== 'wait' || !code.startsWith('agent.')) return remedy;
  return { ...remedy, times: code === 'agent.rate-limit' ? rateLimited : calls, afterMs: backoffMs };
}

/** For who only adds notes: nobody waits until a limit of the provider is over, and no run is parked for them. */
export const withoutRetries = (table: Failures): Failures =>
  Object.fromEntries(
    Object.entries(table).map(([code, row]) => [
      code,
      row.remedy.do === 'wait' && row.remedy.afterwards === 'park' ? { ...row, remedy: { do: 'stop' } } : row,
    ]),
  ) as unknown as Failures;
