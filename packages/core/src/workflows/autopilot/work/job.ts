/** The job, states and result of the execution of a plan, or of the fixes of findings. */
import type { RedCheck } from '../../../checks/check-round.ts';
import type { Learning, NamedPhase, PlanSegment, RetryContext, TaskOfPlan } from '../../../effects/autopilot.ts';
import type { Lane } from '../../../effects/git.ts';
import type { Failure } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { WeakenedTest } from '../../../test-guard/weakened-tests.ts';
import type { Reason } from '../../../trust/reason.ts';
import type { WorkKind } from '../../../trust/work-kind.ts';
import type { CheckpointAnswer } from '../roles/session-input.ts';
import type { AutopilotSession } from '../session.ts';

/** The name of the machine in journals. */
export const workMachine = 'autopilot-work';

/** A finding that the executor repairs. */
export interface Fix {
  readonly title: string;
  readonly detail: string;
  readonly file?: string;
  readonly line?: number;
}

export type FixReason = 'verification' | 'integration' | 'review' | 'final-review';

/** What to execute: the tasks of the approved plan from `from` on, or fixes. */
export type WorkOrder =
  | { readonly is: 'plan'; readonly phase: NamedPhase; readonly plan: Artifact; readonly from: number }
  | { readonly is: 'fixes'; readonly because: FixReason; readonly fixes: readonly Fix[]; readonly note: string };

export type PlanOrder = Extract<WorkOrder, { is: 'plan' }>;
export type FixOrder = Extract<WorkOrder, { is: 'fixes' }>;

export interface WorkJob {
  readonly session: AutopilotSession;
  /** `null` for a fix of the final review, which belongs to no phase. */
  readonly phase: NamedPhase | null;
  readonly planPath: string | null;
  readonly order: WorkOrder;
  readonly lane: Lane;
  /** The commit before the phase: the proof compares with it. */
  readonly before: string;
  /** The subject of the commit of all tasks. */
  readonly subject: string;
  readonly kind?: WorkKind;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
  readonly consent: Consent;
  /** The question at which a person stopped: the work continues there. */
  readonly stoppedAt?: WorkQuestion;
}

/** Consent of a person in this phase. */
export interface Consent {
  /** Weakened tests, with the shown content. */
  readonly weakened?: readonly WeakenedTest[];
  /** Broken promises of the base. */
  readonly promised?: readonly string[];
  /** Why the work was accepted without a witness. */
  readonly unwitnessed?: readonly Reason[];
  /** Choices and notes of checkpoints, for later calls. */
  readonly answers?: readonly CheckpointAnswer[];
}

/** Why a task failed. */
export type Fault =
  | { readonly is: 'reported'; readonly error: string }
  | { readonly is: 'left-out' }
  | { readonly is: 'no-change' }
  | { readonly is: 'red'; readonly red: readonly RedCheck[] }
  | { readonly is: 'documents'; readonly problems: readonly string[] }
  | { readonly is: 'refused'; readonly note: string }
  | { readonly is: 'tests'; readonly files: readonly string[]; readonly note: string }
  | { readonly is: 'proof'; readonly reasons: readonly Reason[] };

/** The part of a repeated call besides its tasks. */
export interface NextRetry {
  /** Counts from 1. */
  readonly attempt: number;
  readonly context: RetryContext;
  /** The whole output of the failed check; `null` if another fault sent the task back. */
  readonly output: Artifact | null;
  /** The words of the diagnostician; empty if it was not asked. */
  readonly diagnosis: string;
}

export interface PlanCheckpoint extends NonNullable<PlanSegment['checkpoint']> {
  readonly task: TaskOfPlan;
}

export interface Work {
  readonly job: WorkJob;
  readonly lane: Lane;
  /** The files before the first call: the commit of the branch, or one with documents that are not committed. */
  readonly start: string;
  /** The saved files: the commit of the branch, or later work that is not committed. */
  readonly checkpoint: string;
  readonly consent: Consent;
  /** Tasks of this segment that are not complete. */
  readonly left: readonly TaskOfPlan[];
  /** The checkpoint after the tasks of the segment; `null` if there is none. */
  readonly stop: PlanCheckpoint | null;
  readonly isLastSegment: boolean;
  /** Retries of the first task of `left`. */
  readonly retries: number;
  /** `null` for the first call of a task. */
  readonly retry: NextRetry | null;
  /** How often others may still move the branch before the commit. */
  readonly landingsLeft: number;
  /** Set if a proof sent the work back. */
  readonly isReturned?: true;
  /** Set if the retries of a task were used up. */
  readonly isTroubled?: true;
}

/** Between the segments of a plan. */
export type Begun = Pick<Work, 'job' | 'lane' | 'consent' | 'isTroubled'>;

export type AutopilotWorkState =
  | (Begun & { readonly at: 'reading'; readonly order: PlanOrder })
  | (Begun & { readonly at: 'preparing-fixes'; readonly order: FixOrder })
  | (Work & { readonly at: 'executing' })
  | (Work & { readonly at: 'restoring' })
  | (Work & { readonly at: 'saving'; readonly answered: Answered; readonly said: Said })
  /** After a person repaired the task. */
  | (Work & { readonly at: 'saving-repair' })
  | (Work & { readonly at: 'inspecting'; readonly answered: Answered })
  | (Work & {
      readonly at: 'asking-tests';
      readonly weakened: readonly WeakenedTest[];
      readonly diff: Artifact | null;
      readonly answered: Answered;
    })
  | (Work & {
      readonly at: 'checking';
      readonly answered: Answered;
      readonly unchecked: readonly string[];
      readonly red: readonly RedCheck[];
      readonly lost?: readonly WeakenedTest[];
    })
  | (Work & { readonly at: 'validating'; readonly answered: Answered })
  | (Work & { readonly at: 'gathering'; readonly fault: Fault })
  | (Work & { readonly at: 'diagnosing'; readonly upcoming: NextRetry })
  | (Work & { readonly at: 'recovering'; readonly fault: Fault })
  | (Work & { readonly at: 'asking-retries'; readonly fault: Fault })
  | (Work & { readonly at: 'asking-checkpoint'; readonly stop: PlanCheckpoint; readonly diff: Artifact | null })
  | (Work & { readonly at: 'committing-checkpoint'; readonly stop: PlanCheckpoint })
  | (Work & { readonly at: 'proving' })
  | (Work & { readonly at: 'committing' })
  | (Work & { readonly at: 'syncing'; readonly then: AfterSync })
  | WorkResult;

/** The answer of an executor for the tasks that it received. */
export interface Answered {
  readonly sent: readonly TaskOfPlan[];
  readonly completed: readonly number[];
  readonly failed: { readonly task: number; readonly error: string } | null;
  /** The diff of these tasks since the last commit, for a person; absent before the files are saved. */
  readonly diff?: Artifact;
}

/** The commit that follows on top of the commits of others. */
export type AfterSync =
  | { readonly is: 'recovery'; readonly fault: Fault }
  | { readonly is: 'checkpoint'; readonly stop: PlanCheckpoint }
  | { readonly is: 'end' };

/** The words of the executor for the next roles. */
export interface Said {
  readonly output: string;
  readonly concerns: readonly string[];
  readonly learnings: readonly Learning[];
}

export type WorkQuestion = Extract<
  AutopilotWorkState,
  { readonly at: 'asking-tests' | 'asking-retries' | 'asking-checkpoint' }
>;

export type WorkResult =
  | {
      readonly at: 'done';
      readonly lane: Lane;
      readonly consent: Consent;
      /** Set if the retries of a task were used up. */
      readonly isTroubled?: true;
    }
  /** A person wants another plan from this task on. */
  | {
      readonly at: 'revising';
      readonly lane: Lane;
      readonly consent: Consent;
      readonly from: number;
      readonly note: string;
    }
  /** `question` is where the work continues; `null` if a proof was stopped. */
  | { readonly at: 'stopped'; readonly lane: Lane; readonly consent: Consent; readonly question: WorkQuestion | null }
  | { readonly at: 'failed'; readonly because: Failure };
