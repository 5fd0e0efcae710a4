/** The expected failures that a tracker throws, with their codes. */
import { type Failure, type FailureCode, type FailureParams, failureOf } from '@harness/core/failure/failure';
import type { HubFailure } from '../github/response-error.ts';

type TrackerCode = Extract<FailureCode, `tracker.${string}`>;

export class TrackerError<Code extends TrackerCode = TrackerCode> extends Error {
  override readonly name = 'TrackerError';
  readonly failure: Failure;

  constructor(code: Code, params: FailureParams<Code>) {
    super(`${code} ${JSON.stringify(params)}`);
    this.failure = failureOf(code, params);
  }
}

/** An error of GitHub as a failure of the tracker. */
export const trackerFailure = ({ is, ...params }: HubFailure): TrackerError =>
  new TrackerError(`tracker.${is}`, params);
