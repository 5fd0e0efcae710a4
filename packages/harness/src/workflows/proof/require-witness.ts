/** Refuses work that must have a witness and cannot get one, before an agent costs anything. */
import { refusalOf } from '@harness/core/failure/refusal';
import { mayRunTests } from '@harness/core/test-report/read';
import type { WorkKind } from '@harness/core/trust/work-kind';
import { changeProofCodes } from '@harness/core/workflows/proof/codes';
import type { TrustSettings } from '@harness/core/workflows/proof/job';

interface PossibleWitnesses {
  readonly trust?: TrustSettings;
  readonly checks: readonly string[];
  /** Commands of the task itself, end-to-end tests, or pages: each may be a witness. */
  readonly others: readonly unknown[];
  readonly kind?: WorkKind | undefined;
}

/** Without `required`, a person may accept the work instead. */
export function requireWitness({ trust, checks, others, kind }: PossibleWitnesses): void {
  const isPossible = kind !== undefined || others.length > 0 || checks.some(mayRunTests);
  if (trust?.witness === 'required' && !isPossible)
    throw refusalOf(changeProofCodes, 'witness.impossible', { checks: checks.length === 0 ? '-' : checks.join(', ') });
}
