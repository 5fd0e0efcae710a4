/** What a forge throws when it could not do what it was asked: an expected failure, with its code. */
import type { Failure, FailureCode, Params } from '@harness/core/failure/failure';

export class ForgeError extends Error {
  override readonly name = 'ForgeError';
  readonly failure: Failure;

  constructor(code: Extract<FailureCode, `forge.${string}`>, params: Params = {}) {
    super(`${code} ${JSON.stringify(params)}`);
    this.failure = { code, params };
  }
}
