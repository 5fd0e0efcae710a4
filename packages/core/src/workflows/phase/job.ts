/** The job of one phase of a plan, and its states. Each phase has only the fields it needs. */

import type { Finding } from '../../answer-contracts/finding.ts';
import type { Lane } from '../../effects/git.ts';
import type { Screens, ScreensInput } from '../../effects/screens.ts';
import { type Failure, type FailureCode, type FailureParams, failureOf } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { E2eEvidence } from '../../pull-request/readiness.ts';
import type { Reason } from '../../trust/reason.ts';
import type { E2e, ProofDecisions } from '../converge/job.ts';
import type { PlanJob } from '../plan/job.ts';

/** A review of exactly this commit without blocking findings, and its low findings. */
export interface CleanReview {
  readonly head: string;
  readonly followUps: readonly Finding[];
}

type PhaseFields =
  | { readonly phase: 'implement' }
  | { readonly phase: 'review' }
  | { readonly phase: 'review-ui'; readonly screens: ScreensInput }
  /** Findings of the newest review or end-to-end run in the newest commit of the branch. */
  | { readonly phase: 'fix'; readonly found: readonly Finding[]; readonly decided?: ProofDecisions }
  | { readonly phase: 'e2e-verify'; readonly e2e: E2e }
  | {
      readonly phase: 'prepare-pr';
      readonly review: CleanReview;
      /** Commands that were green on exactly this commit, according to the journals. */
      readonly checks: readonly string[];
      /** Why a person accepted the change without a witness; absent if it has one. */
      readonly unwitnessed?: readonly Reason[];
    }
  | {
      readonly phase: 'merge-check';
      readonly review: CleanReview | null;
      readonly e2e: E2eEvidence;
      readonly evidence: string | null;
    };

export type PhaseJob = PhaseFields & {
  readonly plan: PlanJob;
};

export type JobOf<P extends PhaseJob['phase']> = Extract<PhaseJob, { phase: P }>;

export interface BranchChange {
  readonly head: string;
  readonly from: string;
  readonly diff: Artifact;
}

export type PhaseResult =
  | { readonly at: 'built'; readonly branch: string; readonly commit: string }
  | { readonly at: 'reviewed'; readonly head: string; readonly findings: readonly Finding[] }
  | { readonly at: 'blocked'; readonly head: string; readonly findings: readonly Finding[] }
  | { readonly at: 'verified'; readonly head: string; readonly keptIn: string }
  | { readonly at: 'broken'; readonly head: string; readonly findings: readonly Finding[] }
  | { readonly at: 'prepared'; readonly head: string; readonly body: string }
  | { readonly at: 'ready'; readonly head: string; readonly pull: number }
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

interface LaneState<P extends PhaseJob['phase']> {
  readonly job: JobOf<P>;
  readonly change: BranchChange;
  readonly lane: Lane;
}
type MergeCheck = { readonly job: JobOf<'merge-check'>; readonly change: BranchChange };

export type PhaseState =
  | { readonly at: 'building'; readonly job: JobOf<'implement' | 'fix'> }
  | { readonly at: 'describing'; readonly job: Exclude<PhaseJob, JobOf<'implement' | 'fix'>> }
  | {
      readonly at: 'opening';
      readonly job: JobOf<'review' | 'review-ui' | 'e2e-verify'>;
      readonly change: BranchChange;
    }
  | (LaneState<'review'> & { readonly at: 'reviewing' })
  | (LaneState<'review-ui'> & { readonly at: 'screening' })
  | (LaneState<'review-ui'> & { readonly at: 'reviewing-ui'; readonly seen: Screens })
  | (LaneState<'e2e-verify'> & { readonly at: 'verifying' })
  | { readonly at: 'preparing'; readonly job: JobOf<'prepare-pr'>; readonly change: BranchChange }
  | (MergeCheck & { readonly at: 'finding' })
  | (MergeCheck & { readonly at: 'reading'; readonly pull: number })
  | (MergeCheck & { readonly at: 'judging'; readonly pull: number; readonly body: Artifact })
  | { readonly at: 'closing'; readonly lane: Lane; readonly over: PhaseResult }
  | PhaseResult;

export const phaseFailed = (because: Failure) => ({ at: 'failed', because }) as const;
export const phaseRefused = <Code extends FailureCode>(code: Code, params: FailureParams<Code>) =>
  phaseFailed(failureOf(code, params));

/** Closes the lane before the end, whatever the result. */
export const toClosing = (lane: Lane, over: PhaseResult) => ({ at: 'closing', lane, over }) as const;
