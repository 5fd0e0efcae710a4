/** Reads the plan of a phase and the results of its steps from its journal. The last result of a step counts. */
import type { Outcome } from '../../../failure/failure.ts';
import type { State } from '../../../machine/machine.ts';
import type { ComplexityOverride } from '../../../sessions/approval.ts';
import type { TierDecision } from '../../../sessions/integration-tier.ts';
import type { PhaseAssessment, StoredFinding } from '../../../sessions/session-document.ts';
import { blockingFindings } from '../findings.ts';
import type { SessionPhaseJob, SessionPhaseState } from '../phase/job.ts';
import type { PhaseIntegratorAnswer } from '../roles/integrator.ts';
import type { ChangeReviewerAnswer } from '../roles/reviewer.ts';
import type { PhaseVerifierAnswer } from '../roles/verifier.ts';

export interface VerificationFacts extends Pick<PhaseVerifierAnswer, 'verdict' | 'gaps'> {
  /** The checks alone verify a fast session. */
  readonly by: 'harness-verifier' | 'checks';
  readonly isSkipped: boolean;
}

export interface IntegrationFacts {
  readonly answer: PhaseIntegratorAnswer;
  readonly tier: TierDecision;
  readonly isComplete: boolean;
  readonly isSkipped: boolean;
}

export interface ReviewFacts extends ChangeReviewerAnswer {
  readonly blocking: readonly StoredFinding[];
  readonly isOverridden: boolean;
}

export interface PhaseFacts {
  readonly job: SessionPhaseJob;
  assessment: PhaseAssessment | null;
  complexityOverride: ComplexityOverride;
  planPath: string | null;
  /** Where the phase expects a plan that a person writes; `null` if it waits for none. */
  awaitedPlan: string | null;
  tasks: number;
  verification: VerificationFacts | null;
  integration: IntegrationFacts | null;
  review: ReviewFacts | null;
}

export const noPhaseFacts = (job: SessionPhaseJob): PhaseFacts => ({
  job,
  assessment: null,
  complexityOverride: null,
  planPath: job.planPath,
  awaitedPlan: null,
  tasks: 0,
  verification: null,
  integration: null,
  review: null,
});

type Answers = Readonly<Record<string, unknown>>;

/** Learns from a state, also from the first state of a phase that continues. */
export function learnFromState(facts: PhaseFacts, state: SessionPhaseState): void {
  if ('assessment' in state && state.assessment !== undefined) facts.assessment = state.assessment;
  if ('complexityOverride' in state) facts.complexityOverride = state.complexityOverride;
  if ('planPath' in state && state.planPath !== null) facts.planPath = state.planPath;
  if ('plan' in state) {
    facts.planPath = state.plan.planPath;
    facts.tasks = state.plan.tasks;
  }
  facts.awaitedPlan = state.at === 'stopped' && state.waitsFor === 'plan' ? (state.newPlanPath ?? null) : null;
}

export function learnFromMove(facts: PhaseFacts, before: State, answers: Answers, after: State): void {
  const [from, to] = [before as SessionPhaseState, after as SessionPhaseState];
  learnFromState(facts, to);
  (lessons[from.at] as Lesson | undefined)?.(facts, from as never, answers, to);
}

type Lesson = (facts: PhaseFacts, from: never, answers: Answers, to: SessionPhaseState) => void;
type Lessons = {
  readonly [Name in SessionPhaseState['at']]?: (
    facts: PhaseFacts,
    from: Extract<SessionPhaseState, { readonly at: Name }>,
    answers: Answers,
    to: SessionPhaseState,
  ) => void;
};

const lessons: Lessons = {
  working(facts, _, __, to) {
    // Work that is done again is verified, integrated and reviewed again.
    [facts.verification, facts.integration, facts.review] = [null, null, null];
    if (to.at === 'surveying') facts.verification = { verdict: 'pass', gaps: [], by: 'checks', isSkipped: false };
  },
  verifying(facts, _, answers) {
    const verified = successOf<PhaseVerifierAnswer>(answers['verified']);
    if (verified !== null) facts.verification = { ...verified, by: 'harness-verifier', isSkipped: false };
  },
  'asking-verification'(facts, _, __, to) {
    if (to.at === 'surveying' && facts.verification !== null)
      facts.verification = { ...facts.verification, isSkipped: true };
  },
  integrating: learnIntegration,
  'asking-integration'(facts, _, __, to) {
    if (to.at === 'reviewing' && facts.integration !== null)
      facts.integration = { ...facts.integration, isSkipped: true };
  },
  reviewing(facts, from, answers) {
    const reviewed = successOf<ChangeReviewerAnswer>(answers['reviewed']);
    if (reviewed === null) return;
    const blocking = blockingFindings(from.job.session, reviewed.findings);
    facts.review = { ...reviewed, blocking, isOverridden: false };
  },
  'asking-review'(facts, _, __, to) {
    if (to.at === 'closing' && facts.review !== null) facts.review = { ...facts.review, isOverridden: true };
  },
};

function learnIntegration(
  facts: PhaseFacts,
  { tier }: Extract<SessionPhaseState, { at: 'integrating' }>,
  answers: Answers,
  to: SessionPhaseState,
): void {
  const answer = successOf<PhaseIntegratorAnswer>(answers['integrated']);
  if (answer === null) return;
  facts.integration = { answer, tier, isComplete: to.at !== 'asking-integration', isSkipped: false };
}

/** The value of a successful answer. */
export function successOf<Value>(outcome: unknown): Value | null {
  const read = outcome as Outcome<Value> | undefined;
  return read?.ok ? read.value : null;
}
