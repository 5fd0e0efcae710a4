/** Scores the drift of the product from its spec. Above the threshold, one commit blocks every active plan (D-61). */
import { agent } from '../../effects/agent.ts';
import {
  blockPlans,
  type FidelityFolders,
  type ProductSurvey,
  reportFidelity,
  surveyProduct,
} from '../../effects/fidelity.ts';
import { act } from '../../effects/operation.ts';
import type { Failure } from '../../failure/failure.ts';
import { countStatuses, type FidelityVerdict, type RequirementCounts, scoreOf } from '../../fidelity/verdict.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { fidelityRole } from './role.ts';

export interface FidelityJob {
  /** Path of the spec in the repository. */
  readonly specPath: string;
  /** A higher score blocks. */
  readonly threshold: number;
}

export interface FidelityJudged {
  readonly score: number;
  readonly threshold: number;
  readonly requirements: RequirementCounts;
  readonly drift: number;
  /** Path of the report in the repository. */
  readonly report: string;
}

/** The commit and the blocked plans, or the failure. The verdict is valid in any case. */
export interface BlockResult {
  readonly commit: string | null;
  readonly plans: readonly string[];
  readonly why: Failure | null;
}

export type FidelityOutcome =
  | ({ readonly at: 'judged'; readonly blocked: boolean; readonly block: BlockResult | null } & FidelityJudged)
  | { readonly at: 'failed'; readonly because: Failure };

interface VerdictState {
  readonly job: FidelityJob;
  readonly places: FidelityFolders;
  readonly verdict: FidelityVerdict;
}

type State =
  | { readonly at: 'surveying'; readonly job: FidelityJob }
  | { readonly at: 'judging'; readonly job: FidelityJob; readonly survey: ProductSurvey }
  | ({ readonly at: 'reporting'; readonly surveyedAt: string } & VerdictState)
  | ({ readonly at: 'blocking'; readonly judged: FidelityJudged } & VerdictState)
  | { readonly at: 'within'; readonly judged: FidelityJudged }
  | { readonly at: 'above'; readonly judged: FidelityJudged; readonly block: BlockResult }
  | { readonly at: 'failed'; readonly because: Failure };

const step = defineStep<State>();
const scoreFields = ({ specPath, threshold }: FidelityJob, verdict: FidelityVerdict) => ({
  specPath,
  threshold,
  verdict,
  score: scoreOf(verdict),
});

export const fidelity = defineMachine<FidelityJob, State, FidelityOutcome>()({
  id: 'fidelity',
  version: 1,
  start: (job) => ({ at: 'surveying', job }),
  steps: [
    step({
      at: 'surveying',
      to: ['judging', 'failed'],
      needs: ({ job: { specPath } }) => ({ survey: act(surveyProduct, { specPath }) }),
      next: ({ job }, { survey }) =>
        survey.ok ? { at: 'judging', job, survey: survey.value } : { at: 'failed', because: survey.failure },
    }),
    step({
      at: 'judging',
      to: ['reporting', 'failed'],
      // A read-only role leaves nothing behind, so an interrupted call may be repeated.
      needs: ({ job: { specPath }, survey: { head, spec, plans, files } }) => ({
        verdict: agent(fidelityRole, { cwd: '.', checkpoint: head }, { spec_path: specPath, spec, plans, files }),
      }),
      next: ({ job, survey: { at: surveyedAt, places } }, { verdict }) =>
        verdict.ok
          ? { at: 'reporting', job, places, surveyedAt, verdict: verdict.value }
          : { at: 'failed', because: verdict.failure },
    }),
    step({
      at: 'reporting',
      to: ['blocking', 'within', 'failed'],
      needs: ({ job, places: { stateDir }, surveyedAt, verdict }) => ({
        written: act(reportFidelity, { ...scoreFields(job, verdict), stateDir, at: surveyedAt }),
      }),
      next: ({ job, places, verdict }, { written }) => {
        if (!written.ok) return { at: 'failed', because: written.failure };
        const { score, threshold } = scoreFields(job, verdict);
        const requirements = countStatuses(verdict.requirements);
        const judged = { score, threshold, requirements, drift: verdict.drift.length, report: written.value.report };
        return score > threshold ? { at: 'blocking', job, places, verdict, judged } : { at: 'within', judged };
      },
    }),
    step({
      at: 'blocking',
      to: ['above'],
      needs: ({ job, places: { planDir, base }, verdict }) => ({
        block: act(blockPlans, { ...scoreFields(job, verdict), planDir, base }),
      }),
      next: ({ judged }, { block }) => ({
        at: 'above',
        judged,
        block: block.ok ? { ...block.value, why: null } : { commit: null, plans: [], why: block.failure },
      }),
    }),
  ],
  ends: { within: 'done', above: 'failed', failed: 'by-failure' },
  result: (state) => {
    if (state.at === 'failed') return state;
    return {
      at: 'judged',
      ...state.judged,
      blocked: state.at === 'above',
      block: state.at === 'above' ? state.block : null,
    };
  },
  results: [
    { at: 'judged', blocked: false, block: null, ...sampleOf(10) },
    { at: 'judged', blocked: true, block: { commit: 'f2', plans: ['0001'], why: null }, ...sampleOf(60) },
    { at: 'failed', because: { code: 'agent.schema', params: {} } },
  ],
});

function sampleOf(score: number): FidelityJudged {
  const report = '.orchestrator/fidelity-reports/2026-01-01-product.md';
  return { score, threshold: 25, requirements: { met: 1, partial: 0, unmet: 0 }, drift: 0, report };
}
