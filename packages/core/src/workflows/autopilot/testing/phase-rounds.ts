/** Answers of the steps of a phase, in their order; each leads to the next step unless a test says otherwise. */

import type { PhaseSurvey, PlanOfPhase } from '../../../effects/autopilot.ts';
import { ok } from '../../../failure/failure.ts';
import type { IntegrationChange } from '../../../sessions/integration-tier.ts';
import type { PhaseAssessment, StoredFinding } from '../../../sessions/session-document.ts';
import type { SessionPhaseJob, SessionPhaseState } from '../phase/job.ts';
import { autopilotPhase } from '../phase/machine.ts';
import type { PhaseIntegratorAnswer } from '../roles/integrator.ts';
import type { PhaseVerifierAnswer } from '../roles/verifier.ts';
import type { SessionSettings } from '../session.ts';
import type { WorkResult } from '../work/job.ts';
import { lane, phaseJob } from './jobs.ts';
import { artifact, type Round, walk } from './seen.ts';

export const newPlanPath = 'docs/plans/2026-01-01-core-plan.md';
const nothingKnown = { raisedTo: null, reasons: [], blastRadius: null, failures: null, cml: null, pesl: null } as const;

export const assessed = (
  { planPath = null }: Partial<PhaseSurvey> = {},
  assessment: Partial<PhaseAssessment> = {},
): Round => ({
  survey: ok({ assessment: { ...nothingKnown, ...assessment }, planPath, newPlanPath }),
  gathered: ok({ context: artifact('context.json') }),
});

export const planned = (...concerns: readonly string[]): Round => ({
  planned: ok({ summary: 'a plan', concerns, decisions: [] }),
});

export const planRead = (more: Partial<PlanOfPhase> = {}): Round => ({
  read: ok({
    is: 'plan',
    planPath: newPlanPath,
    plan: artifact('plan'),
    tasks: 8,
    checkpoints: 0,
    tier: 'small',
    concerns: [],
    gaps: null,
    ...more,
  }),
});

export const noPlan: Round = { read: ok({ is: 'missing' }) };

export const worked = (result: Partial<WorkResult> = {}): Round => ({
  work: { child: 'c', end: 'done', result: { at: 'done', lane: { ...lane, base: 'b1' }, consent: {}, ...result } },
});

export const verified = (verdict: PhaseVerifierAnswer['verdict'], ...gaps: readonly string[]): Round => ({
  verified: ok({ verdict, gaps: gaps.map((what) => ({ what, level: 'exists', file: 'src/a.ts' })) }),
});

export const surveyed = (change: Partial<IntegrationChange> = {}): Round => ({
  survey: ok({ change: { newPackages: [], newExports: 0, changedFiles: 1, ...change }, diff: artifact('diff') }),
  handoff: ok({ is: 'kept' }),
});

const passed = { verdict: 'pass', failures: [] } as const;

export const integrated = (answer: Partial<PhaseIntegratorAnswer> = {}): Round => ({
  integrated: ok({ wire: passed, materialize: null, update: null, adrs: [], ...answer }),
});

export const failing = (...issues: readonly string[]) => ({
  verdict: 'fail' as const,
  failures: issues.map((issue) => ({ taskRef: '1', issue, fix: '' })),
});

export const draft = (title: string) => ({ title, context: 'c', decision: 'd', consequences: 'e' });

export const finding = (title: string, severity: StoredFinding['severity'] = 'critical'): StoredFinding => ({
  file: 'src/a.ts',
  line: 3,
  severity,
  title,
  rationale: 'it stays open',
});

export const reviewed = (...findings: readonly StoredFinding[]): Round => ({
  reviewed: ok({ findings, assessment: 'comment' }),
});

export const closed: Round = { closed: ok({ roadmap: 'none' }), handoff: ok({ is: 'written' }) };
export const documented: Round = {
  documents: { child: 'c', end: 'done', result: { at: 'committed', lane: { ...lane, base: 'b2' } } },
};

/** Rounds that lead to a state of a phase. */
const toPlan = [assessed(), planned()];
const toWork = [...toPlan, planRead()];
const toVerify = [...toWork, worked()];
const toSurvey = [...toVerify, verified('pass')];
const toIntegrate = [...toSurvey, surveyed()];
const toReview = [...toIntegrate, integrated()];
export const until = { toPlan, toWork, toVerify, toSurvey, toIntegrate, toReview, toClose: [...toReview, reviewed()] };

/** Walks a phase whose session has these settings. */
export const walkPhase = (settings: Partial<SessionSettings>, ...rounds: readonly Round[]) =>
  walkPhaseOf({ ...phaseJob, session: { ...phaseJob.session, ...settings } }, ...rounds);

export const walkPhaseOf = (job: SessionPhaseJob, ...rounds: readonly Round[]) =>
  walk<SessionPhaseState>(autopilotPhase, autopilotPhase.start(job), ...rounds);
