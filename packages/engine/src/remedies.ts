/** What is done about a failure, decided by the table in `core`: again at some time, left for a resume, or handed to the machine. */
import type { Failure, Failures } from '@harness/core/failure';

export type Cure =
  | { readonly is: 'again'; readonly atMs: number }
  | { readonly is: 'park'; readonly atMs: number }
  | { readonly is: 'answer' };

export interface RemedyLimits {
  readonly failures: Failures;
  /** A known retry time further away than this parks the run instead of waiting. */
  readonly maxWaitMs: number;
}

/** `times` counts the failures of this effect with this code, this one included. */
export function cure(failure: Failure, times: number, nowMs: number, { failures, maxWaitMs }: RemedyLimits): Cure {
  const { remedy } = failures[failure.code];
  if (remedy.do === 'stop') return { is: 'answer' };
  if (remedy.do === 'ask') return { is: 'again', atMs: nowMs };
  if (remedy.do === 'repeat') return times > remedy.times ? { is: 'answer' } : { is: 'again', atMs: nowMs };

  const known = failure.params['retryAfterMs'];
  const atMs = nowMs + (known === undefined ? remedy.afterMs * 2 ** (times - 1) : Number(known));
  if (times > remedy.times) return remedy.afterwards === 'park' ? { is: 'park', atMs } : { is: 'answer' };
  return known !== undefined && atMs - nowMs > maxWaitMs ? { is: 'park', atMs } : { is: 'again', atMs };
}
