/** Chooses the remedy for a failure: retry at a time, park the run, or answer with the failure. */
import { type Failure, type Failures, type Remedy, failures as table } from '@harness/core/failure/failure';

export type RemedyChoice =
  | { readonly is: 'again'; readonly atMs: number }
  | { readonly is: 'park'; readonly atMs: number }
  | { readonly is: 'answer' };

export interface RemedyLimits {
  readonly failures: Failures;
  /** A known retry time further away than this parks the run instead of waiting. */
  readonly maxWaitMs: number;
}

export const defaultRemedies: RemedyLimits = { failures: table, maxWaitMs: 900_000 };

type WaitRemedy = Extract<Remedy, { do: 'wait' }>;

/** Limit of the doubled back-off, unless the first back-off is longer. */
const maxBackoffMs = 60 * 60_000;

/** `times` counts the failures of this effect with this code, including this one. */
export function chooseRemedy(
  failure: Failure,
  times: number,
  nowMs: number,
  { failures, maxWaitMs }: RemedyLimits,
): RemedyChoice {
  const { remedy } = failures[failure.code];
  if (remedy.do === 'stop') return { is: 'answer' };
  if (remedy.do === 'ask') return { is: 'again', atMs: nowMs };
  if (remedy.do === 'repeat') return times > remedy.times ? { is: 'answer' } : { is: 'again', atMs: nowMs };

  const known = failure.params['retryAfterMs'];
  const atMs = nowMs + waitMs(remedy, times, known);
  if (times > remedy.times) return remedy.afterwards === 'park' ? { is: 'park', atMs } : { is: 'answer' };
  return known !== undefined && atMs - nowMs > maxWaitMs ? { is: 'park', atMs } : { is: 'again', atMs };
}

function waitMs({ afterMs, steady }: WaitRemedy, times: number, known: string | number | undefined): number {
  if (steady) return Math.max(afterMs, Number(known ?? 0));
  const backoffMs = Math.min(afterMs * 2 ** (times - 1), Math.max(afterMs, maxBackoffMs));
  return known === undefined ? backoffMs : Number(known);
}
