/** Refuses independent acceptance tests if no role writes them, no check runs them, or no proof needs them. */
import { refusalOf } from '@harness/core/failure/refusal';
import { mayRunTests } from '@harness/core/test-report/read';
import { acceptanceCodes } from '@harness/core/workflows/acceptance/codes';

export interface AcceptanceUse {
  readonly checks: readonly string[];
  /** Set for a workflow that has no role for acceptance tests: its name in a sentence. */
  readonly withoutAcceptance?: string;
  /** Set if there is no commit that the work starts from: the command that helps. */
  readonly withoutCommit?: string;
}

export function requireAcceptance(
  { checks, withoutAcceptance, withoutCommit }: AcceptanceUse,
  hasProof: boolean,
): void {
  if (!hasProof) throw refusalOf(acceptanceCodes, 'acceptance.no-proof', {});
  if (withoutAcceptance !== undefined)
    throw refusalOf(acceptanceCodes, 'acceptance.unsupported', { workflow: withoutAcceptance });
  if (withoutCommit !== undefined)
    throw refusalOf(acceptanceCodes, 'acceptance.no-commit', { gitCommand: withoutCommit });
  if (!checks.some(mayRunTests)) throw refusalOf(acceptanceCodes, 'acceptance.no-tests', { checks: checks.join(', ') });
}
