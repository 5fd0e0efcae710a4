/** A session, a phase and work for tests, and the vocabulary of their effects. */
import { autopilotOperations } from '../../../effects/autopilot.ts';
import { checkoutOperations } from '../../../effects/checkout.ts';
import { gitOperations } from '../../../effects/git.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { Operation } from '../../../effects/operation.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { baseChecks } from '../../base-checks/machine.ts';
import { changeProof } from '../../proof/machine.ts';
import { autopilotDocuments } from '../documents/machine.ts';
import type { SessionPhaseJob } from '../phase/job.ts';
import { autopilotPhase } from '../phase/machine.ts';
import { autopilotRoles } from '../roles/index.ts';
import type { AutopilotJob, AutopilotSession, SessionSettings } from '../session.ts';
import type { WorkJob } from '../work/job.ts';
import { autopilotWork } from '../work/machine.ts';

export const settings: SessionSettings = {
  specPath: 'docs/spec.md',
  slug: 'spec',
  rigor: 'standard',
  reviewPlans: false,
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
  trust: { witness: 'ask', mutants: { count: 1, budgetMs: 1, leastKilled: 0 } },
  blocking: ['critical'],
  retries: 3,
  finalReviews: 3,
  taskThreshold: 15,
  moduleThreshold: 15,
  scratchpadWords: 500,
  diagnostician: true,
  quotesPlan: true,
  baseBranch: 'main',
};

export const session: AutopilotSession = { ...settings, spec: sampleArtifact };
export const lane = { path: '.', branch: 'main', base: 'b0' };

export const autopilotJob: AutopilotJob = {
  settings,
  phases: [
    { name: 'Core', complexity: 'low' },
    { name: 'Report', complexity: 'medium' },
  ],
};

export const phaseJob: SessionPhaseJob = {
  session,
  phase: { n: 1, name: 'Core' },
  complexity: 'low',
  planPath: null,
  lane,
};

export const workJob: WorkJob = {
  session,
  phase: phaseJob.phase,
  planPath: 'docs/plans/2026-01-01-core-plan.md',
  order: { is: 'plan', phase: phaseJob.phase, plan: sampleArtifact, from: 1 },
  lane,
  before: 'b0',
  subject: '[autopilot] Phase 1: Core',
  consent: {},
};

export const fixJob: WorkJob = {
  ...workJob,
  phase: null,
  planPath: null,
  order: { is: 'fixes', because: 'final-review', fixes: [{ title: 'It leaks', detail: 'Close it' }], note: '' },
  subject: '[autopilot] Fix: It leaks',
};

export const autopilotWords: EffectVocabulary = {
  roles: autopilotRoles,
  operations: [
    ...Object.values(autopilotOperations),
    ...Object.values(checkoutOperations),
    ...Object.values(gitOperations),
  ] as readonly Operation<unknown, unknown>[],
  machines: {
    'base-checks': baseChecks,
    proof: changeProof,
    'autopilot-phase': autopilotPhase,
    'autopilot-work': autopilotWork,
    'autopilot-documents': autopilotDocuments,
  },
};
