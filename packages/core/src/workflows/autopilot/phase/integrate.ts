/** Checks that the change is wired in, and records decisions. Only an explicit answer skips it. */
import { agent } from '../../../effects/agent.ts';
import { writeDecisions } from '../../../effects/autopilot.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import type { DecisionDraft } from '../../../sessions/decision-record.ts';
import { autopilotCodes } from '../codes.ts';
import { type PhaseIntegratorAnswer, phaseIntegrator, type SubPhaseReport } from '../roles/integrator.ts';
import type { Surveyed } from './job.ts';
import { integratorInput } from './role-inputs.ts';
import {
  failedPhase,
  phaseItem,
  phaseReport,
  phaseStep,
  phaseStopped,
  readerPlace,
  surveyedOf,
  toFixes,
} from './state.ts';

export const integrateSteps = [
  phaseStep({
    at: 'integrating',
    to: ['asking-integration', 'asking-decision-record', 'writing-decisions', 'reviewing', 'failed'],
    needs: (state) => ({
      integrated: agent(phaseIntegrator, readerPlace(state.lane), integratorInput(state), {
        item: phaseItem(state.job),
      }),
    }),
    next: (state, { integrated }) => {
      if (!integrated.ok) return failedPhase(integrated.failure);
      const problems = integrationProblems(integrated.value);
      if (problems.length > 0) return { ...surveyedOf(state), at: 'asking-integration', problems };
      return toDecisions(state, integrated.value.adrs);
    },
  }),
  phaseStep({
    at: 'asking-integration',
    to: ['working', 'reviewing', 'stopped'],
    needs: ({ job, problems, diff }) => ({
      answer: ask(
        autopilotCodes,
        'integration',
        { n: job.phase.n, name: job.phase.name, count: problems.length, problems: problems.join('; ') },
        { item: phaseItem(job), evidence: [phaseReport(job, 'integration'), diff] },
      ),
    }),
    next: (state, { answer: { choice, note } }) => {
      switch (choice) {
        case 'fix': {
          const fixes = state.problems.map((problem) => ({ title: problem, detail: 'Integration' }));
          return toFixes(state, 'integration', fixes, note);
        }
        case 'skip integration':
          return { ...surveyedOf(state), at: 'reviewing' };
        case 'stop':
          return phaseStopped(state, state);
      }
    },
  }),
  phaseStep({
    at: 'asking-decision-record',
    to: ['asking-decision-record', 'writing-decisions', 'reviewing', 'stopped'],
    needs: ({ job, drafts: { open } }) => ({
      answer: ask(
        autopilotCodes,
        'adr',
        {
          title: open[0]?.title ?? '',
          context: open[0]?.context ?? '',
          decision: open[0]?.decision ?? '',
          consequences: open[0]?.consequences ?? '',
        },
        { item: phaseItem(job) },
      ),
    }),
    next: (state, { answer: { choice } }) => {
      const [draft, ...open] = state.drafts.open;
      if (choice === 'stop') return phaseStopped(state, state);
      const accepted = choice === 'accept' && draft ? [...state.drafts.accepted, draft] : state.drafts.accepted;
      return open.length > 0
        ? { ...surveyedOf(state), at: 'asking-decision-record', drafts: { open, accepted } }
        : toWriting(state, accepted);
    },
  }),
  phaseStep({
    at: 'writing-decisions',
    to: ['reviewing', 'failed'],
    needs: ({ job: { session }, tier, drafts }) => ({
      written: act(writeDecisions, { drafts, tier: tier.tier, specPath: session.specPath }),
    }),
    next: (state, { written }) =>
      written.ok ? { ...surveyedOf(state), at: 'reviewing' } : failedPhase(written.failure),
  }),
] as const;

/** A fast session drafts no decisions; a thorough one shows each to a person. */
function toDecisions(state: Surveyed, drafts: readonly DecisionDraft[]) {
  const { rigor } = state.job.session;
  if (drafts.length === 0 || rigor === 'fast') return { ...surveyedOf(state), at: 'reviewing' } as const;
  return rigor === 'thorough'
    ? ({ ...surveyedOf(state), at: 'asking-decision-record', drafts: { open: drafts, accepted: [] } } as const)
    : toWriting(state, drafts);
}

const toWriting = (state: Surveyed, drafts: readonly DecisionDraft[]) =>
  drafts.length === 0
    ? ({ ...surveyedOf(state), at: 'reviewing' } as const)
    : ({ ...surveyedOf(state), at: 'writing-decisions', drafts } as const);

/** A sub-phase that did not pass without naming a failure is a problem too. */
function integrationProblems({ wire, materialize, update }: PhaseIntegratorAnswer): readonly string[] {
  const reports: readonly (readonly [string, SubPhaseReport | null])[] = [
    ['wire', wire],
    ['materialize', materialize],
    ['update', update],
  ];
  return reports.flatMap(([name, report]) => (report === null ? [] : problemsOf(name, report)));
}

function problemsOf(name: string, { verdict, failures }: SubPhaseReport): readonly string[] {
  if (failures.length > 0) return failures.map(({ issue, fix }) => (fix === '' ? issue : `${issue} (${fix})`));
  return verdict === 'pass' ? [] : [`${name}: ${verdict}`];
}
