/** Common interface of every tracker. Failures are thrown as a `TrackerError`. */
import type { ClaimedIssue, CommentedIssue, FinishedIssue } from '@harness/core/effects/tracker';
import type { IssueSummary, TrackerScope } from '@harness/core/tracker/issue';

export interface TrackerTask {
  /** `<run>/<key>`: the same on every try. */
  readonly effect: string;
  readonly run: string;
  readonly signal: AbortSignal;
}

/** Title, body and comments of an issue, as people wrote them. */
export interface IssueText {
  readonly title: string;
  readonly body: string;
  readonly comments: readonly { readonly by: string; readonly at: string; readonly text: string }[];
}

export interface Tracker {
  /** Checks project, team and statuses, and returns the project's own id or name. */
  open(scope: TrackerScope, task: TrackerTask): Promise<string>;
  /** All pages of issues with the label that are neither done nor cancelled, with their blockers. */
  list(scope: TrackerScope, task: TrackerTask): Promise<readonly IssueSummary[]>;
  read(scope: TrackerScope, issue: string, task: TrackerTask): Promise<IssueText | null>;
  claim(scope: TrackerScope, issue: string, comment: string, task: TrackerTask): Promise<ClaimedIssue>;
  comment(scope: TrackerScope, issue: string, body: string, task: TrackerTask): Promise<CommentedIssue>;
  finish(scope: TrackerScope, issue: string, task: TrackerTask): Promise<FinishedIssue>;
  create(
    scope: TrackerScope,
    issue: { readonly title: string; readonly body: string },
    task: TrackerTask,
  ): Promise<{ readonly issue: string; readonly isNew: boolean }>;
}
