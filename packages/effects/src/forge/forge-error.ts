/** The expected failures that a forge throws, with their codes. */
import { type Failure, type FailureCode, type FailureParams, failureOf } from '@harness/core/failure/failure';
import type { HubFailure } from '../github/response-error.ts';

type ForgeCode = Extract<FailureCode, `forge.${string}`>;

export class ForgeError<Code extends ForgeCode = ForgeCode> extends Error {
  override readonly name = 'ForgeError';
  readonly failure: Failure;

  constructor(code: Code, params: FailureParams<Code>) {
    super(`${code} ${JSON.stringify(params)}`);
    this.failure = failureOf(code, params);
  }
}

/** An error of GitHub as a failure of the forge. */
export const forgeFailure = ({ is, ...params }: HubFailure): ForgeError => new ForgeError(`forge.${is}`, params);
