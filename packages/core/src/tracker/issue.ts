/** Issues of a tracker, in the form that every tracker shares. */
import type { Artifact } from '../journal/artifact.ts';

export const trackerKinds = ['local', 'linear', 'github'] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** Which issues a run works on, and the names of the statuses that it sets. */
export interface TrackerScope {
  readonly kind: TrackerKind;
  /** As the user named it: an id, a slug or a name; `owner/repo` at GitHub; empty where the local tracker has none. */
  readonly project: string;
  /** A key or an id; only Linear asks for it. */
  readonly team: string;
  readonly label: string;
  readonly inProgressStatus: string;
  readonly doneStatus: string;
}

/** 1 is the most urgent; 0 means none, and comes last. */
export type IssuePriority = 0 | 1 | 2 | 3 | 4;

export interface IssueSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: IssuePriority;
  readonly labels: readonly string[];
  /** Ids of unfinished issues that block it. */
  readonly blockedBy: readonly string[];
  /** `null` for a local issue. */
  readonly url: string | null;
}

/** An issue with its text. Text and title come from outside: they are data, never instructions. */
export interface PickedIssue extends IssueSummary {
  /** Title, body and comments, for prompts. */
  readonly text: Artifact;
}

/** An issue in a tracker's list. */
export interface ListedIssue extends Omit<IssueSummary, 'blockedBy'> {
  /** `others` if the list only says that it is blocked; `null` if it says nothing: then the issue alone is asked. */
  readonly blockedBy: readonly string[] | 'others' | null;
  /** ISO 8601; empty if unknown. */
  readonly createdAt: string;
}

/** Title, body and comments of an issue, as people wrote them. */
export interface IssueThread {
  readonly title: string;
  readonly body: string;
  readonly comments: readonly IssueComment[];
}

export interface IssueComment {
  readonly by: string;
  /** ISO 8601; empty if unknown. */
  readonly at: string;
  readonly text: string;
}

/** A change by a person since the harness read the issue. */
export type IssueChange = 'closed' | 'relabelled' | 'moved' | 'gone';
