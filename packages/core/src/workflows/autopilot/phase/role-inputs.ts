/** The inputs of the roles of a phase. */

import { sessionInput } from '../role-session.ts';
import type {
  ApprovedTexts,
  ChangeReviewerInput,
  PhaseIntegratorInput,
  PhasePlannerInput,
  PhaseVerifierInput,
} from '../roles/session-input.ts';
import type { Built, SessionPhaseState, Surveyed } from './job.ts';

type Planning = Extract<SessionPhaseState, { at: 'planning' }>;

const skeletons = { none: 'default', asked: 'approve', approved: 'approved' } as const;

export const plannerInput = ({ job, context, notes, newPlanPath, skeleton }: Planning): PhasePlannerInput => ({
  ...sessionInput(job.session, job.phase),
  plan_path: newPlanPath,
  spec: job.session.spec,
  context: [{ label: 'context', text: context }],
  notes,
  skeleton: job.session.rigor === 'fast' ? 'skip' : skeletons[skeleton],
});

const approvedTexts = ({ job: { session }, plan }: Built): ApprovedTexts =>
  session.quotesPlan ? { spec: session.spec, approved: plan.plan } : {};

export const verifierInput = (state: Built): PhaseVerifierInput => ({
  ...sessionInput(state.job.session, state.job.phase),
  ...approvedTexts(state),
  plan_path: state.plan.planPath,
  expanded: state.job.session.rigor === 'thorough',
});

export const integratorInput = (state: Surveyed): PhaseIntegratorInput => ({
  ...sessionInput(state.job.session, state.job.phase),
  ...approvedTexts(state),
  plan_path: state.plan.planPath,
  tier: state.tier.tier,
  only: state.job.session.rigor === 'fast' ? 'wire' : 'all',
  graph: state.job.session.rigor === 'thorough',
});

export const reviewerInput = ({ job, lane, diff }: Surveyed): ChangeReviewerInput => ({
  ...sessionInput(job.session, job.phase),
  scope: 'phase',
  range: `${job.lane.base}..${lane.base}`,
  diff,
  prior: [],
});
