/** The expected failures that a forge throws, with their codes. */
import { type Failure, type FailureCode, type FailureParams, failureOf } from '@harness/core/failure/failure';

type ForgeCode = Extract<FailureCode, `forge.${string}`>;

export class ForgeError<Code extends ForgeCode = ForgeCode> extends Error {
  override readonly name = 'ForgeError';
  readonly failure: Failure;

  constructor(code: Code, params: FailureParams<Code>) {
    super(`${code} ${JSON.stringify(params)}`);
    this.failure = failureOf(code, params);
  }
}
