/** Common interface of every tracker. Failures are thrown as a `TrackerError`. */
import type { ClaimedIssue, CommentedIssue, FinishedIssue } from '@harness/core/effects/tracker';
import type { IssueThread, ListedIssue, TrackerScope } from '@harness/core/tracker/issue';
import type { IssueProblem } from '@harness/core/tracker/local-issue';

export interface TrackerTask {
  /** `<run>/<key>`: the same on every try. */
  readonly effect: string;
  readonly run: string;
  /** Whether an earlier try may have written: only then a tracker must look for its mark. */
  readonly isRetry: boolean;
  readonly signal: AbortSignal;
  /** Reports an issue that cannot be read, or is blocked by one that does not exist. */
  skip(file: string, problem: IssueProblem): Promise<void>;
}

/** Whether a run of this repository has ended; `null` for a run of another repository or machine. */
export type HasRunEnded = (run: string) => Promise<boolean | null>;

export interface Tracker {
  /** Checks project, team and statuses, and returns the project's own id or name. */
  open(scope: TrackerScope, task: TrackerTask): Promise<string>;
  /** All pages of issues with the label that are neither done nor cancelled. */
  list(scope: TrackerScope, task: TrackerTask): Promise<readonly ListedIssue[]>;
  /** Ids of unfinished issues that block it. Only called for an issue whose row has `blockedBy: null`. */
  blockersOf?(scope: TrackerScope, issue: string, task: TrackerTask): Promise<readonly string[]>;
  /** `null` if the issue is gone. */
  read(scope: TrackerScope, issue: string, task: TrackerTask): Promise<IssueThread | null>;
  claim(scope: TrackerScope, issue: string, comment: string, task: TrackerTask): Promise<ClaimedIssue>;
  comment(scope: TrackerScope, issue: string, body: string, task: TrackerTask): Promise<CommentedIssue>;
  finish(scope: TrackerScope, issue: string, task: TrackerTask): Promise<FinishedIssue>;
  create(
    scope: TrackerScope,
    issue: { readonly title: string; readonly body: string },
    task: TrackerTask,
  ): Promise<{ readonly issue: string; readonly isNew: boolean }>;
}
