/** The job, states and result of one phase: it is planned, approved, built, verified, integrated and reviewed. */
import type { NamedPhase, PhaseSurvey, PlanOfPhase } from '../../../effects/autopilot.ts';
import type { Lane } from '../../../effects/git.ts';
import type { Failure } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { ComplexityOverride, PlanApproval } from '../../../sessions/approval.ts';
import type { DecisionDraft } from '../../../sessions/decision-record.ts';
import type { TierDecision } from '../../../sessions/integration-tier.ts';
import type { StoredFinding } from '../../../sessions/session-document.ts';
import type { ComplexityLevel } from '../../../signals/assessment.ts';
import type { PriorFinding } from '../roles/session-input.ts';
import type { VerifiedGap } from '../roles/verifier.ts';
import type { AutopilotSession } from '../session.ts';
import type { Consent, WorkOrder, WorkQuestion } from '../work/job.ts';

/** The name of the machine in journals. */
export const phaseMachine = 'autopilot-phase';

export interface SessionPhaseJob {
  readonly session: AutopilotSession;
  readonly phase: NamedPhase;
  /** The annotation of the spec. */
  readonly complexity: ComplexityLevel;
  readonly planPath: string | null;
  readonly lane: Lane;
  /** Where a person stopped: the phase continues there. */
  readonly stoppedAt?: PhaseStop;
}

/** Everything known before the plan is read. */
export interface Planned {
  readonly job: SessionPhaseJob;
  readonly lane: Lane;
  readonly context: Artifact;
  /** The higher one of the annotation and the signals. */
  readonly complexity: ComplexityLevel;
  readonly assessment: PhaseSurvey['assessment'];
  /** Notes of a person for the planner. */
  readonly notes: readonly string[];
  readonly newPlanPath: string;
  /** The first task that is not complete. */
  readonly from: number;
  readonly consent: Consent;
}

/** After the plan was read. */
export interface Built extends Planned {
  readonly plan: PlanOfPhase;
  readonly complexityOverride: ComplexityOverride;
  readonly approval: PlanApproval;
  readonly isTroubled?: true;
}

/** The change of the phase, and the tier that it needs. */
export interface Surveyed extends Built {
  readonly tier: TierDecision;
  readonly diff: Artifact;
}

export interface Drafts {
  /** Drafts that a person has not seen. */
  readonly open: readonly DecisionDraft[];
  readonly accepted: readonly DecisionDraft[];
}

export type SessionPhaseState =
  | { readonly at: 'assessing'; readonly job: SessionPhaseJob; readonly lane: Lane }
  | (Planned & { readonly at: 'planning'; readonly skeleton: 'none' | 'asked' | 'approved' })
  | (Planned & { readonly at: 'asking-skeleton' })
  | (Planned & {
      readonly at: 'reading-plan';
      readonly planPath: string | null;
      readonly said: PlannerWords | null;
      readonly from: number;
      readonly consent: Consent;
    })
  | (Planned & { readonly at: 'asking-no-output' })
  | (Built & { readonly at: 'asking-plan' })
  | (Built & { readonly at: 'working'; readonly order: WorkOrder; readonly stoppedAt?: WorkQuestion })
  | (Built & { readonly at: 'verifying' })
  | (Built & { readonly at: 'asking-verification'; readonly gaps: readonly VerifiedGap[] })
  | (Built & { readonly at: 'surveying' })
  | (Surveyed & { readonly at: 'integrating' })
  | (Surveyed & { readonly at: 'asking-integration'; readonly problems: readonly string[] })
  | (Surveyed & { readonly at: 'asking-decision-record'; readonly drafts: Drafts })
  | (Surveyed & { readonly at: 'writing-decisions'; readonly drafts: readonly DecisionDraft[] })
  | (Surveyed & { readonly at: 'reviewing' })
  | (Surveyed & {
      readonly at: 'asking-review';
      readonly blocking: readonly StoredFinding[];
      readonly findings: readonly StoredFinding[];
    })
  | (Closing & { readonly at: 'closing' })
  | (Closing & { readonly at: 'committing-documents' })
  | SessionPhaseResult;

export interface PlannerWords {
  readonly summary: string;
  readonly concerns: readonly string[];
}

export interface Closing {
  readonly job: SessionPhaseJob;
  readonly lane: Lane;
  readonly isSkipped: boolean;
  readonly isTroubled?: true;
  readonly isUnwitnessed?: true;
  readonly findings: readonly PriorFinding[];
}

type Question =
  | 'asking-skeleton'
  | 'asking-no-output'
  | 'asking-plan'
  | 'asking-verification'
  | 'asking-integration'
  | 'asking-decision-record'
  | 'asking-review';

/** A state where a person stopped, or where the phase waits for a plan that a person writes. */
export type PhaseStop = Extract<SessionPhaseState, { readonly at: Question | 'working' | 'assessing' }>;

export type SessionPhaseResult =
  | {
      readonly at: 'complete';
      readonly lane: Lane;
      /** Set if the retries of a task were used up. */
      readonly isTroubled?: true;
      /** Set if a person accepted it without a witness. */
      readonly isUnwitnessed?: true;
      /** Findings that the review ended with, for the final review. */
      readonly findings: readonly PriorFinding[];
    }
  | { readonly at: 'skipped'; readonly lane: Lane }
  /** `waitsFor`: a plan of a high phase, or a person who answered stop. */
  | {
      readonly at: 'stopped';
      readonly waitsFor: 'plan' | 'person';
      readonly stop: PhaseStop;
      readonly lane: Lane;
      readonly assessment?: PhaseSurvey['assessment'];
      readonly newPlanPath?: string;
    }
  | { readonly at: 'failed'; readonly because: Failure };
