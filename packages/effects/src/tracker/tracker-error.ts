/** The expected failures that a tracker throws, with their codes. */
import { type Failure, type FailureCode, type FailureParams, failureOf } from '@harness/core/failure/failure';

type TrackerCode = Extract<FailureCode, `tracker.${string}`>;

export class TrackerError<Code extends TrackerCode = TrackerCode> extends Error {
  override readonly name = 'TrackerError';
  readonly failure: Failure;

  constructor(code: Code, params: FailureParams<Code>) {
    super(`${code} ${JSON.stringify(params)}`);
    this.failure = failureOf(code, params);
  }
}
