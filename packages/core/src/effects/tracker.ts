/**
 * Operations of an issue tracker: find, claim, comment, close and create issues.
 *
 *   T1. Every write happens exactly once across crashes: it is found again by the mark of its effect, or by an id that is
 *       computed from its key.
 *   T2. A change by a person at the same time is an answer, never a failure, and is never overwritten.
 *   T3. One issue costs at most eight requests.
 *
 * Agents cannot reach the tracker: only these operations do.
 */
import type { FailureCode } from '../failure/failure.ts';
import { sampleArtifact } from '../journal/artifact.ts';
import type { IssueChange, PickedIssue, TrackerScope } from '../tracker/issue.ts';
import { operationsOf } from './operation.ts';

const trackerFailures: readonly FailureCode[] = [
  'tracker.unauthorized',
  'tracker.forbidden',
  'tracker.not-found',
  'tracker.refused',
  'tracker.rate-limited',
  'tracker.unavailable',
  'tracker.unreadable',
];
const trackerOperation = operationsOf('tracker', ...trackerFailures);

const picked: PickedIssue = {
  id: 'APP-1',
  title: 'Add a total',
  status: 'Todo',
  priority: 2,
  labels: ['ready'],
  blockedBy: [],
  url: null,
  text: sampleArtifact,
};

/** Checks that project, team and statuses exist. The failure names those that the tracker has. */
export const openTracker = trackerOperation<{ readonly scope: TrackerScope }, { readonly project: string }>(
  'open-tracker',
  [{ project: 'app' }],
);

export type FoundIssue =
  | { readonly is: 'found'; readonly issue: PickedIssue }
  /** `blocked`: ids of issues that wait for others. */
  | { readonly is: 'none'; readonly blocked: readonly string[] };

/** Picks the unblocked issue of the highest priority that is neither done nor cancelled (I-15 to I-17). */
export const findIssue = trackerOperation<
  { readonly scope: TrackerScope; readonly exclude: readonly string[] },
  FoundIssue
>('find-issue', [
  { is: 'found', issue: picked },
  { is: 'found', issue: { ...picked, id: 'APP-2', priority: 3 } },
  { is: 'none', blocked: [] },
  { is: 'none', blocked: ['APP-3'] },
]);

export type ClaimedIssue =
  | { readonly is: 'claimed' }
  /** Another run holds the claim; `by` names it. */
  | { readonly is: 'taken'; readonly by: string }
  | { readonly is: 'changed'; readonly how: IssueChange };

/**
 * Sets the issue to the status in progress and writes the comment (I-19, I-20), if no other run claimed it. Of several runs
 * that claim at the same moment, exactly one gets it.
 */
export const claimIssue = trackerOperation<
  { readonly scope: TrackerScope; readonly issue: string; readonly comment: string },
  ClaimedIssue
>('claim-issue', [
  { is: 'claimed' },
  { is: 'taken', by: 'another run' },
  { is: 'changed', how: 'closed' },
  { is: 'changed', how: 'gone' },
]);

export type CommentedIssue = { readonly is: 'written' } | { readonly is: 'changed'; readonly how: 'gone' };

export const commentIssue = trackerOperation<
  { readonly scope: TrackerScope; readonly issue: string; readonly body: string },
  CommentedIssue
>('comment-issue', [{ is: 'written' }, { is: 'changed', how: 'gone' }]);

export type FinishedIssue =
  | { readonly is: 'done' }
  /** A person closed, moved or deleted it before. */
  | { readonly is: 'changed'; readonly how: IssueChange };

/** Sets the status that the scope names for finished issues. */
export const finishIssue = trackerOperation<{ readonly scope: TrackerScope; readonly issue: string }, FinishedIssue>(
  'finish-issue',
  [{ is: 'done' }, { is: 'changed', how: 'closed' }],
);

/** Creates an issue in the scope, with its label, unless an open one has this title (I-51). */
export const createIssue = trackerOperation<
  { readonly scope: TrackerScope; readonly title: string; readonly body: string },
  { readonly issue: string; readonly isNew: boolean }
>('create-issue', [
  { issue: 'APP-9', isNew: true },
  { issue: 'APP-9', isNew: false },
]);

export const trackerOperations = { openTracker, findIssue, claimIssue, commentIssue, finishIssue, createIssue };
