/** What deliver is handed, and the states it can be in. */

import type { Finding } from '../../answer-contracts/findings.ts';
import type { WatchTiming } from '../../effects/forge.ts';
import { type Failure, type FailureCode, type FailureParams, failureOf } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { E2eEvidence } from '../../pull-request/readiness.ts';

/** How long is waited, and how often is looked (DO-10). */
export interface DeliverTiming {
  readonly checks: Omit<WatchTiming, 'sinceMs'> & { readonly emptyAfterMs: number };
  readonly merge: Omit<WatchTiming, 'sinceMs'>;
  /** Checks that wait for the merge themselves would be waited for without end. */
  readonly ignore: readonly string[];
}

export interface DeliverJob {
  /** The plan or feature that this is about. */
  readonly item: string;
  readonly title: string;
  /** The plan as it was carried out. */
  readonly task: string;
  readonly branch: string;
  /** The branch that it is merged into, and where that stands at the forge; nothing where the one of the target tells. */
  readonly base: string;
  readonly onto?: string;
  /** The pull request that is gone on with: what it says is still true. */
  readonly pull?: number;
  /** The commands that were green on exactly this change. */
  readonly checks: readonly string[];
  readonly followUps: readonly Finding[];
  readonly e2e: E2eEvidence;
  /** Where what the end-to-end run left can be read, by its path in the repository. */
  readonly evidence: string | null;
  readonly label: string;
  readonly patience: DeliverTiming;
}

interface Change {
  readonly job: DeliverJob;
  readonly head: string;
  readonly from: string;
  readonly diff: Artifact;
}

/** `since` is when its newest commit reached the forge: all waiting counts from there. */
interface Pull extends Change {
  readonly pull: number;
  readonly sinceMs: number;
}

/** What could still be done about a delivery that failed: repair what its checks found, or bring its base into it. */
export type DeliverRepair = { readonly is: 'checks'; readonly findings: readonly Finding[] } | { readonly is: 'base' };

export type DeliverState =
  | { readonly at: 'describing'; readonly job: DeliverJob }
  | (Change & { readonly at: 'preparing' })
  /** Without a body it goes on with the pull request that is there. */
  | (Change & { readonly at: 'pushing'; readonly body: string | null; readonly pull: number })
  | (Change & { readonly at: 'opening'; readonly body: string; readonly sinceMs: number })
  | (Pull & { readonly at: 'watching-checks' })
  | (Pull & { readonly at: 'reading' })
  | (Pull & { readonly at: 'judging'; readonly body: Artifact })
  | (Pull & { readonly at: 'labelling' })
  | (Pull & { readonly at: 'merging' })
  | (Pull & { readonly at: 'watching-merge'; readonly blockedBy: string })
  | { readonly at: 'merged'; readonly sha: string; readonly pull: number; readonly by: string }
  | { readonly at: 'failed'; readonly because: Failure; readonly mend?: DeliverRepair; readonly pull?: number };

export type DeliverResult = Extract<DeliverState, { at: 'merged' | 'failed' }>;

export const deliverChange = ({ job, head, from, diff }: Change): Change => ({ job, head, from, diff });
export const pullState = (state: Pull): Pull => ({
  ...deliverChange(state),
  pull: state.pull,
  sinceMs: state.sinceMs,
});

export const deliverFailed = (because: Failure) => ({ at: 'failed', because }) as const;
export const deliverRefused = <Code extends FailureCode>(code: Code, params: FailureParams<Code>) =>
  deliverFailed(failureOf(code, params));

/** As it is, it may not be merged; but whoever carried the plan out can still mend it. */
export const repairable = (pull: number, mend: DeliverRepair, because: Failure) =>
  ({ ...deliverFailed(because), mend, pull }) as const;

export const conflictFailure = (pull: number, files: readonly string[]) =>
  repairable(pull, { is: 'base' }, failureOf('pull.conflict', { pull, files: files.join(', ') }));

/** What somebody else did to the pull request meanwhile, wherever it is noticed. */
export function supersededFailure(
  pull: number,
  seen:
    | { readonly is: 'merged'; readonly sha: string; readonly by: string }
    | { readonly is: 'closed'; readonly by: string }
    | { readonly is: 'changed'; readonly head: string },
) {
  switch (seen.is) {
    case 'merged':
      return { at: 'merged', sha: seen.sha, pull, by: seen.by } as const;
    case 'closed':
      return deliverRefused('pull.closed', { pull, by: seen.by });
    case 'changed':
      return deliverRefused('pull.changed', { pull, head: seen.head });
  }
}
