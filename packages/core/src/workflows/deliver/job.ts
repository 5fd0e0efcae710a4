/** The job of deliver and its states. */

import type { Finding } from '../../answer-contracts/finding.ts';
import type { Workplace } from '../../effects/agent.ts';
import type { WatchTiming } from '../../effects/forge.ts';
import { type Failure, type FailureCode, type FailureParams, failureOf } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { E2eEvidence } from '../../pull-request/readiness.ts';
import type { Reason } from '../../trust/reason.ts';

/** Timeouts and intervals (DO-10). */
export interface DeliverTiming {
  readonly checks: Omit<WatchTiming, 'sinceMs'> & { readonly emptyAfterMs: number };
  readonly merge: Omit<WatchTiming, 'sinceMs'>;
  /** Names of checks that wait for the merge themselves; waiting for them would never end. */
  readonly ignore: readonly string[];
  /** Those of `ignore` that a person chose: they may be red at the merge. Absent: none. */
  readonly ignoredByPerson?: readonly string[];
}

export interface DeliverJob {
  readonly item: string;
  readonly title: string;
  /** The text of the plan. */
  readonly task: string;
  readonly branch: string;
  /** The target branch. `onto` is its commit at the forge; absent: use the local branch. */
  readonly base: string;
  readonly onto?: string;
  /** The existing pull request to continue; its text is kept. Absent for a new one. */
  readonly pull?: number;
  /** Commands that were green on exactly this change. */
  readonly checks: readonly string[];
  readonly followUps: readonly Finding[];
  readonly e2e: E2eEvidence;
  /** Why a person accepted the change without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
  /** Path in the repository of the end-to-end evidence; `null` if there is none. */
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

/** `sinceMs` is when its newest commit reached the forge: all timeouts count from there. */
interface Pull extends Change {
  readonly pull: number;
  readonly sinceMs: number;
}

/** A possible repair after a failed delivery: fix the findings of its checks, or merge its base. */
export type DeliverRepair = { readonly is: 'checks'; readonly findings: readonly Finding[] } | { readonly is: 'base' };

export type DeliverState =
  | { readonly at: 'describing'; readonly job: DeliverJob }
  | (Change & { readonly at: 'preparing' })
  /** `body` is `null` if an existing pull request is continued. */
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

/** Read-only roles work in the user's checkout, where the end-to-end evidence is. `from` is the start of the change. */
export const workplace = (from: string): Workplace => ({ cwd: '.', checkpoint: from });

export const deliverChange = ({ job, head, from, diff }: Change): Change => ({ job, head, from, diff });
export const pullState = (state: Pull): Pull => ({
  ...deliverChange(state),
  pull: state.pull,
  sinceMs: state.sinceMs,
});

export const deliverFailed = (because: Failure) => ({ at: 'failed', because }) as const;
export const deliverRefused = <Code extends FailureCode>(code: Code, params: FailureParams<Code>) =>
  deliverFailed(failureOf(code, params));

/** It may not be merged now, but the calling workflow can repair it. */
export const repairable = (pull: number, mend: DeliverRepair, because: Failure) =>
  ({ ...deliverFailed(because), mend, pull }) as const;

export const conflictFailure = (pull: number, files: readonly string[]) =>
  repairable(pull, { is: 'base' }, failureOf('pull.conflict', { pull, files: files.join(', ') }));

/** The result if another person or process merged, closed or changed the pull request. */
export function supersededState(
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
