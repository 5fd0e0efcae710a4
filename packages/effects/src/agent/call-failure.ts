/** Builds the failure of a call from the signs that a provider found. */
import type { AgentFailureKind } from '@harness/core/effects/agent';
import type { AgentError } from './provider.ts';

export interface CallFailure {
  readonly outcome: AgentFailureKind;
  readonly error: AgentError;
}

interface FailureFacts {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

export const callFailure = (
  outcome: AgentFailureKind,
  detail: string,
  { status, retryAfterMs }: FailureFacts = {},
): CallFailure => ({
  outcome,
  error: {
    detail,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  },
});

export function kindOfStatus(status: number): AgentFailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'billing';
  if (status === 408) return 'network';
  if (status === 413) return 'context';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'overloaded' : 'bad_request';
}
