/** The inputs of the roles of a phase. */

import { sessionInput } from '../role-session.ts';
import type {
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

export const verifierInput = ({ job, plan }: Built): PhaseVerifierInput => ({
  ...sessionInput(job.session, job.phase),
  plan_path: plan.planPath,
  expanded: job.session.rigor === 'thorough',
});

export const integratorInput = ({ job, plan, tier }: Surveyed): PhaseIntegratorInput => ({
  ...sessionInput(job.session, job.phase),
  plan_path: plan.planPath,
  tier: tier.tier,
  only: job.session.rigor === 'fast' ? 'wire' : 'all',
  graph: job.session.rigor === 'thorough',
});

export const reviewerInput = ({ job, lane, diff }: Surveyed): ChangeReviewerInput => ({
  ...sessionInput(job.session, job.phase),
  scope: 'phase',
  range: `${job.lane.base}..${lane.base}`,
  diff,
  prior: [],
});
