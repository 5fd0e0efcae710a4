/** The parts that states of a phase share, and the ways out of it. */
import type { Workplace } from '../../../effects/agent.ts';
import type { Lane } from '../../../effects/git.ts';
import type { Failure } from '../../../failure/failure.ts';
import { defineStep } from '../../../machine/machine.ts';
import type { StoredFinding } from '../../../sessions/session-document.ts';
import { sessionFolder } from '../../../sessions/slug.ts';
import { type FileText, fileText } from '../../../text/text.ts';
import type { PriorFinding } from '../roles/session-input.ts';
import type { Fix, FixReason, WorkOrder } from '../work/job.ts';
import type { Built, Closing, PhaseStop, Planned, SessionPhaseJob, SessionPhaseState, Surveyed } from './job.ts';

export const phaseStep = defineStep<SessionPhaseState>();

/** Roles that only read are called again after a crash; the checkout stays as it is. */
export const readerPlace = (lane: Lane): Workplace => ({ cwd: lane.path, checkpoint: lane.base });

/** The report of this step, which the harness has written before a person is asked about it. */
export const phaseReport = (
  { session, phase }: SessionPhaseJob,
  step: 'verification' | 'integration' | 'review',
): FileText => fileText(`${sessionFolder(session.slug)}phase-${phase.n}-${step}.json`);

export const phaseItem = ({ phase }: SessionPhaseJob): string => String(phase.n);

export const plannedOf = (state: Planned): Planned => ({
  job: state.job,
  lane: state.lane,
  context: state.context,
  complexity: state.complexity,
  assessment: state.assessment,
  notes: state.notes,
  newPlanPath: state.newPlanPath,
  from: state.from,
  consent: state.consent,
});

export const builtOf = (state: Built): Built => ({
  ...plannedOf(state),
  plan: state.plan,
  complexityOverride: state.complexityOverride,
  approval: state.approval,
  ...(state.isTroubled ? { isTroubled: true } : {}),
});

export const surveyedOf = (state: Surveyed): Surveyed => ({
  ...builtOf(state),
  tier: state.tier,
  diff: state.diff,
});

export const failedPhase = (because: Failure) => ({ at: 'failed', because }) as const;

export const phaseStopped = ({ lane }: Pick<Planned, 'lane'>, stop: PhaseStop) =>
  ({ at: 'stopped', waitsFor: 'person', stop, lane }) as const;

/** Executes the plan from the first task that is not complete. */
export function toPlanWork(state: Built) {
  const { job, plan, from } = state;
  const order: WorkOrder = { is: 'plan', phase: job.phase, plan: plan.plan, from };
  return { ...builtOf(state), at: 'working', order } as const;
}

/** Repairs findings with fresh retries; then everything is verified again. */
export const toFixes = (state: Built, because: FixReason, fixes: readonly Fix[], note: string) =>
  ({ ...builtOf(state), at: 'working', order: { is: 'fixes', because, fixes, note } }) as const;

export function toPhaseEnd(state: Built, findings: readonly StoredFinding[]) {
  const { job, lane, isTroubled, consent } = state;
  const closing: Closing = {
    job,
    lane,
    isSkipped: false,
    findings: findings.slice(0, maxPrior).map((one) => priorOf(one, job.phase.n)),
    ...(isTroubled ? { isTroubled } : {}),
    ...(consent.unwitnessed ? { isUnwitnessed: true } : {}),
  };
  return { ...closing, at: 'closing' } as const;
}

/** Enough for the final review; the files of the session have all. */
const maxPrior = 20;

const priorOf = ({ file, line, severity, title }: StoredFinding, phase: number): PriorFinding => ({
  file,
  line,
  title,
  severity,
  phase,
});
