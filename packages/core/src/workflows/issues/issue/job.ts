/** The job, states and result of one issue: from its claim to its last comment. */
import type { RedCheck } from '../../../checks/check-round.ts';
import type { Lane } from '../../../effects/git.ts';
import type { GroupFacts, ReviewScope, SubsystemFacts } from '../../../effects/issues.ts';
import type { Failure, FailureCode } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { PickedIssue } from '../../../tracker/issue.ts';
import type { Reason } from '../../../trust/reason.ts';
import type { FailureType } from '../record/comments.ts';
import type { CheckedInvariant } from '../record/invariant-report.ts';
import type { ProposedGroup, ProposedIssuePlan } from '../roles/planner.ts';
import type { IssueReviewerAnswer, SpecGap } from '../roles/reviewer.ts';
import type { WorkerLines } from '../roles/worker-lines.ts';
import type { IssuesSettings } from '../settings.ts';

/** The name of the machine in journals. */
export const issueMachine = 'issue';

export interface IssueJob {
  readonly settings: IssuesSettings;
  readonly issue: PickedIssue;
  /** Counts the issues of the loop from 1. */
  readonly iteration: number;
  /** The work before a pause; absent for an issue that begins. */
  readonly progress?: IssueRecord;
}

/** A change group of the plan, resolved against the specs. */
export interface ChangeGroup extends Omit<ProposedGroup, 'files' | 'invariants'>, GroupFacts {
  /** Set for the group that repairs the findings of the review. */
  readonly isFix?: true;
}

export interface IssuePlan extends Pick<ProposedIssuePlan, 'goal' | 'criteria' | 'constraints' | 'risks'> {
  readonly subsystems: readonly Pick<SubsystemFacts, 'id' | 'as' | 'skills'>[];
  readonly groups: readonly ChangeGroup[];
}

export type GroupEnd =
  | { readonly is: 'committed'; readonly commit: string; readonly title: string }
  /** `isTransient`: another run may succeed. */
  | { readonly is: 'failed'; readonly because: string; readonly isTransient: boolean; readonly kept: string | null }
  | { readonly is: 'blocked'; readonly because: string; readonly kept: string | null };

/** The results so far; they survive a pause. */
export interface IssueRecord {
  /** The commit before the issue: the only one that it is ever reset to (I-40, I-48). */
  readonly before: string;
  /** `null` until a plan is resolved. */
  readonly plan: IssuePlan | null;
  /** The ends of the first groups of the plan, in its order. */
  readonly ends: readonly GroupEnd[];
  readonly warnings: readonly string[];
  readonly gaps: readonly SpecGap[];
  readonly friction: readonly string[];
  /** Notes of a person about questions. */
  readonly notes: readonly string[];
  /** How many more plans a person can ask for. */
  readonly plansLeft: number;
  /** How many more fixes the review can ask for. */
  readonly fixesLeft: number;
  /** Ids of issues that this one opened; absent if none. */
  readonly opened?: readonly string[];
}

export interface PlannedRecord extends IssueRecord {
  readonly plan: IssuePlan;
}

export interface OpenedIssue<Known extends IssueRecord = IssueRecord> {
  readonly job: IssueJob;
  readonly lane: Lane;
  /** Files that a person had changed when the issue was opened: never saved, committed or taken out. */
  readonly foreign: readonly string[];
  readonly record: Known;
}

export type PlannedIssue = OpenedIssue<PlannedRecord>;

/** Why an attempt at a group cannot be committed. */
export type GroupFault =
  | { readonly is: 'call'; readonly code: FailureCode }
  | { readonly is: 'no-change' }
  | { readonly is: 'outside'; readonly files: readonly string[] }
  | { readonly is: 'tests'; readonly files: readonly string[] }
  | { readonly is: 'red'; readonly red: readonly RedCheck[] }
  | { readonly is: 'invariants'; readonly failed: readonly CheckedInvariant[]; readonly said: readonly string[] }
  | { readonly is: 'proof'; readonly reasons: readonly Reason[] }
  | { readonly is: 'hook'; readonly hook: string; readonly log: Artifact }
  | { readonly is: 'hook-outside'; readonly hook: string; readonly files: readonly string[] }
  | { readonly is: 'review'; readonly findings: readonly string[] };

export interface AtGroup extends PlannedIssue {
  /** The saved files: the commit of the branch, or later work that is not committed. */
  readonly checkpoint: string;
  readonly attempt: 1 | 2;
  /** Why the last attempt was not committed, or what the review found; `null` for a new group. */
  readonly fault: GroupFault | null;
  /** How many more rounds of red checks may be repeated without a change. */
  readonly rerunsLeft: number;
  /** How often others may still move the branch. */
  readonly landingsLeft: number;
  /** Set if a proof sent the group back. */
  readonly isReturned?: true;
  /** The message that the commit hooks left; set once they changed files, which are then checked again. */
  readonly hooked?: string;
}

/** The answer of a worker, or why there is none. */
export interface WorkerEnd {
  readonly said: WorkerLines | null;
  readonly failed: FailureCode | null;
}

/** A saved attempt. */
export interface Attempted extends AtGroup {
  readonly diff: Artifact;
}

export interface Judged extends Attempted {
  readonly judged: readonly CheckedInvariant[];
}

/** A group that leaves the checkout, and the step that follows. */
export interface TakenOut {
  readonly end: { readonly is: 'failed' | 'blocked'; readonly because: string; readonly isTransient: boolean } | null;
}

export interface Reviewing extends PlannedIssue {
  readonly scope: Pick<ReviewScope, 'files' | 'subsystems' | 'invariants' | 'tier1' | 'warnings' | 'diff'>;
  /** Commands of invariants that are red. */
  readonly red: readonly RedCheck[];
  readonly tier1: 'PASS' | 'FAIL' | 'none';
}

export interface ReviewedIssue {
  readonly passed: number;
  readonly total: number;
  readonly files: readonly string[];
  readonly tier1: 'PASS' | 'FAIL' | 'none';
  readonly warnings: readonly string[];
}

export interface IssueFailure {
  readonly type: FailureType;
  readonly reason: string;
}

export type IssueState =
  | { readonly at: 'opening'; readonly job: IssueJob }
  | { readonly at: 'reading-foreign'; readonly job: IssueJob; readonly lane: Lane; readonly files: string }
  | (OpenedIssue & { readonly at: 'indexing' })
  | (OpenedIssue & { readonly at: 'planning'; readonly specs: Artifact; readonly problems: readonly string[] })
  | (OpenedIssue & {
      readonly at: 'resolving';
      readonly specs: Artifact;
      readonly proposed: ProposedIssuePlan;
      readonly isRepaired: boolean;
    })
  | (AtGroup & { readonly at: 'working' })
  | (AtGroup & { readonly at: 'restoring' })
  | (AtGroup & WorkerEnd & { readonly at: 'catching-up' })
  | (AtGroup & WorkerEnd & { readonly at: 'saving' })
  | (Attempted & { readonly at: 'inspecting' })
  | (Attempted & {
      readonly at: 'checking';
      /** All commands of the round, in their order. */
      readonly commands: readonly string[];
      readonly unchecked: readonly string[];
      readonly red: readonly RedCheck[];
    })
  | (Attempted & { readonly at: 'judging' })
  | (Attempted & { readonly at: 'checking-evidence'; readonly answer: IssueReviewerAnswer })
  | (Judged & { readonly at: 'proving' })
  | (Judged & { readonly at: 'running-hooks' })
  | (Judged & { readonly at: 'committing'; readonly message: string })
  | (Attempted & { readonly at: 'syncing' })
  | (AtGroup & TakenOut & { readonly at: 'taking-out' })
  /** Others committed at the same time: the group leaves on top of their commits. */
  | (AtGroup & TakenOut & { readonly at: 'syncing-out' })
  | (PlannedIssue & { readonly at: 'opening-dependency'; readonly title: string; readonly what: string })
  | (OpenedIssue & { readonly at: 'asking-blocked'; readonly questions: readonly string[] })
  | (OpenedIssue & { readonly at: 'commenting-blocked'; readonly questions: readonly string[] })
  | (PlannedIssue & { readonly at: 'scoping' })
  | (Reviewing & {
      readonly at: 'checking-whole';
      readonly commands: readonly string[];
      readonly unchecked: readonly string[];
    })
  | (Reviewing & { readonly at: 'reviewing' })
  | (Reviewing & { readonly at: 'checking-claims'; readonly answer: IssueReviewerAnswer })
  | AskingWarnings
  | (OpenedIssue & { readonly at: 'resetting'; readonly failure: IssueFailure; readonly despite?: Foreign })
  | AskingReset
  | (OpenedIssue & { readonly at: 'commenting-failure'; readonly failure: IssueFailure; readonly kept: string | null })
  /** `onto` is the question that may wait for a person; `null` if the issue is paused. */
  | (OpenedIssue & { readonly at: 'commenting-pause'; readonly onto: AskingWarnings | AskingReset | null })
  | (PlannedIssue & { readonly at: 'commenting-success'; readonly reviewed: ReviewedIssue })
  | (PlannedIssue & { readonly at: 'finishing' })
  | (PlannedIssue & { readonly at: 'creating-gaps'; readonly left: readonly SpecGap[] })
  | IssueResult;

export type AskingWarnings = PlannedIssue & { readonly at: 'asking-warnings'; readonly reviewed: ReviewedIssue };
export type AskingReset = OpenedIssue & {
  readonly at: 'asking-reset';
  readonly failure: IssueFailure;
  readonly found: Foreign;
};

/** Commits and files of others on top of the issue's own. */
export interface Foreign {
  readonly commits: readonly string[];
  readonly files: readonly string[];
}

/** Facts about an ended issue that the loop keeps. */
export type IssueLeaves = Pick<IssueRecord, 'friction' | 'opened'>;

export type IssueResult =
  | (IssueLeaves & {
      readonly at: 'completed';
      readonly groups: number;
      readonly allGroups: number;
      readonly commits: readonly string[];
    })
  | (IssueLeaves & { readonly at: 'gave-up'; readonly failure: IssueFailure })
  | (IssueLeaves & { readonly at: 'skipped' })
  | { readonly at: 'paused'; readonly record: IssueRecord | null }
  | { readonly at: 'failed'; readonly because: Failure };
