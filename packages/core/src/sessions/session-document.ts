/**
 * Writes the orchestration state of a session, `autopilot-state.json` version 5 (AO-01 to AO-04).
 *
 *   D1. The file has exactly the fields below, in this order. It is a view: the harness writes it and never trusts it.
 *   D2. Fields of an imported file that this version does not know are written after the known ones (AO-10).
 */
import type { Assessment, ComplexityLevel } from '../signals/assessment.ts';
import type { ComplexityOverride, PlanSignals, RigorLevel } from './approval.ts';
import type { AutopilotStateName, PhaseStatus } from './autopilot-state.ts';

/** The assessment of a phase. `null` inside means that a signal is not known. */
export type PhaseAssessment = Omit<Assessment, 'cml'> & { readonly cml: Assessment['cml'] | null };

export interface SessionPhase {
  readonly name: string;
  /** The annotation of the spec. */
  readonly complexity: ComplexityLevel;
  readonly complexityOverride: ComplexityOverride;
  readonly planPath: string | null;
  readonly status: PhaseStatus;
  readonly assessment: PhaseAssessment | null;
}

/** An attempt at a failed task (AO-03). */
export interface TaskAttempt {
  readonly timestamp: string;
  readonly error: string;
  readonly fix: string;
  readonly result: string;
}

export interface RetryBudget {
  readonly maxAttempts: number;
  readonly currentTask: {
    readonly name: string;
    readonly attemptsUsed: number;
    readonly attempts: readonly TaskAttempt[];
  } | null;
}

/** A finished phase. */
export interface PhaseRecord {
  /** From 0, like `currentPhase`. */
  readonly phase: number;
  readonly name: string;
  readonly startedAt: string;
  readonly completedAt: string;
  readonly tasksCompleted: number;
  readonly retriesUsed: number;
  readonly verificationPassed: boolean;
  readonly integrationPassed: boolean;
  readonly reviewFindings: number;
}

export const sessionDecisions = [
  'auto_approved_plan',
  'auto_approved_plan_fast',
  'approved_plan',
  'revised_plan',
  'skipped_phase',
  'stopped',
  'skipped_verification',
  'skipped_integration',
  'overrode_review',
  'overrode_final_review',
  'accepted_adr',
  'rejected_adr',
  'checkpoint_passed',
  'checkpoint_decision',
] as const;

export interface SessionDecision {
  /** From 0, like `currentPhase`. */
  readonly phase: number;
  readonly decision: (typeof sessionDecisions)[number];
  readonly timestamp: string;
  /** `null` if the decision is not about a plan, or was made without signals. */
  readonly signals: PlanSignals | null;
  readonly note?: string;
}

export interface StoredFinding {
  readonly file: string;
  readonly line: number | null;
  readonly severity: 'critical' | 'important' | 'suggestion';
  readonly title: string;
  readonly rationale: string;
  readonly suggestion?: string;
}

export interface FinalReviewRecord {
  readonly status: 'pending' | 'in_progress' | 'passed' | 'overridden';
  readonly findings: readonly StoredFinding[];
  readonly retryCount: number;
}

export interface SessionDocument {
  readonly sessionDir: string;
  readonly specPath: string;
  readonly startingCommit: string;
  readonly reviewPlans: boolean;
  readonly rigorLevel: RigorLevel;
  readonly currentState: AutopilotStateName;
  /** From 0. */
  readonly currentPhase: number;
  readonly phases: readonly SessionPhase[];
  readonly retryBudget: RetryBudget;
  readonly history: readonly PhaseRecord[];
  readonly decisions: readonly SessionDecision[];
  readonly finalReview: FinalReviewRecord;
}

/** Parts of an imported file that this version does not know. */
export interface ForeignParts {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Per phase, in their order. */
  readonly phases: readonly Readonly<Record<string, unknown>>[];
  readonly history: readonly unknown[];
  readonly decisions: readonly unknown[];
}

export const noForeignParts: ForeignParts = { fields: {}, phases: [], history: [], decisions: [] };

export function sessionDocumentText(document: SessionDocument, foreign: ForeignParts = noForeignParts): string {
  const phases = document.phases.map((phase, at) => ({ ...writtenPhase(phase), ...foreign.phases[at] }));
  const written = {
    schemaVersion: 5,
    sessionDir: document.sessionDir,
    specPath: document.specPath,
    startingCommit: document.startingCommit,
    reviewPlans: document.reviewPlans,
    rigorLevel: document.rigorLevel,
    currentState: document.currentState,
    currentPhase: document.currentPhase,
    phases,
    retryBudget: document.retryBudget,
    history: [...foreign.history, ...document.history],
    decisions: [...foreign.decisions, ...document.decisions],
    finalReview: document.finalReview,
  };
  return `${JSON.stringify({ ...written, ...foreign.fields }, null, 2)}\n`;
}

const writtenPhase = ({ name, complexity, complexityOverride, planPath, status, assessment }: SessionPhase) => ({
  name,
  complexity,
  complexityOverride,
  planPath,
  status,
  assessment,
});
