/** Decides whether a call without an answer ends its attempt, its issue, or the whole loop. */
import type { Failure, FailureCode } from '../../../failure/failure.ts';
import type { IssueFailure } from './job.ts';

export const isContextFull = ({ code }: Failure): boolean => code === 'agent.context';

/** The call of this issue went wrong; that of another issue may not. */
const ownCodes: readonly FailureCode[] = [
  'agent.schema',
  'agent.timeout',
  'agent.turn-limit',
  'agent.crash',
  'agent.unknown',
  'agent.session-lost',
];

/** The next attempt of a worker comes later, and its provider may be back. */
const transientCodes: readonly FailureCode[] = ['agent.network', 'agent.overloaded'];

/** The worker gets a second attempt. Every other failure needs a person. */
export const isFailedAttempt = ({ code }: Failure): boolean => [...ownCodes, ...transientCodes].includes(code);

/**
 * A planner or reviewer that gave no answer fails the issue, and the loop continues. Without a provider every issue would
 * fail, so that ends the loop.
 */
export const isFailedIssue = ({ code }: Failure): boolean => ownCodes.includes(code);

/** Another start may succeed without a change of the issue (IO-02). */
export const withoutAnswer = (who: 'planner' | 'reviewer', { code }: Failure): IssueFailure => ({
  type: 'retryable',
  reason:
    code === 'agent.schema'
      ? `the answer of the ${who} could not be read, also after it was asked to repair it`
      : `the ${who} ended without an answer (${code})`,
});
