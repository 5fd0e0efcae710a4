/** What one phase of a plan is handed, and the states it can be in. Each phase has exactly what it needs. */

import type { Finding } from '../../answer-contracts/findings.ts';
import type { Lane } from '../../effects/git.ts';
import type { Screens, ScreensInput } from '../../effects/screens.ts';
import { type Failure, type FailureCode, type FailureParams, failureOf } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { E2eEvidence } from '../../pull-request/readiness.ts';
import type { E2e } from '../converge/job.ts';
import type { PlanJob } from '../plan/job.ts';

/** A review of exactly this commit in which nothing blocks, and the lows that it left. */
export interface CleanReview {
  readonly head: string;
  readonly followUps: readonly Finding[];
}

type About =
  | { readonly phase: 'implement' }
  | { readonly phase: 'review' }
  | { readonly phase: 'review-ui'; readonly screens: ScreensInput }
  /** What the newest review, or the newest end-to-end run, found in the newest commit of the branch. */
  | { readonly phase: 'fix'; readonly found: readonly Finding[] }
  | { readonly phase: 'e2e-verify'; readonly e2e: E2e }
  | {
      readonly phase: 'prepare-pr';
      readonly review: CleanReview;
      /** The commands that were green on exactly this commit, as far as the journals know. */
      readonly checks: readonly string[];
    }
  | {
      readonly phase: 'merge-check';
      readonly review: CleanReview | null;
      readonly e2e: E2eEvidence;
      readonly evidence: string | null;
    };

export type PhaseJob = About & {
  /** What the whole run of the plan would be handed. */
  readonly plan: PlanJob;
};

export type JobOf<P extends PhaseJob['phase']> = Extract<PhaseJob, { phase: P }>;

/** What the branch changes against the base, as it stands now. */
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

/** In a lane on the branch. */
interface Looking<P extends PhaseJob['phase']> {
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
  | (Looking<'review'> & { readonly at: 'reviewing' })
  | (Looking<'review-ui'> & { readonly at: 'screening' })
  | (Looking<'review-ui'> & { readonly at: 'reviewing-ui'; readonly seen: Screens })
  | (Looking<'e2e-verify'> & { readonly at: 'verifying' })
  | { readonly at: 'preparing'; readonly job: JobOf<'prepare-pr'>; readonly change: BranchChange }
  | (MergeCheck & { readonly at: 'finding' })
  | (MergeCheck & { readonly at: 'reading'; readonly pull: number })
  | (MergeCheck & { readonly at: 'judging'; readonly pull: number; readonly body: Artifact })
  | { readonly at: 'closing'; readonly lane: Lane; readonly over: PhaseResult }
  | PhaseResult;

export const phaseFailed = (because: Failure) => ({ at: 'failed', because }) as const;
export const phaseRefused = <Code extends FailureCode>(code: Code, params: FailureParams<Code>) =>
  phaseFailed(failureOf(code, params));

/** Whatever came of it, the lane is given back first. */
export const toClosing = (lane: Lane, over: PhaseResult) => ({ at: 'closing', lane, over }) as const;
