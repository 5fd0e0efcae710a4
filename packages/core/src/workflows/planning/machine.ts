/** Turns a product spec into plan files: one answer of the planner, written all or none, or only shown. */
import { agent } from '../../effects/agent.ts';
import { act } from '../../effects/operation.ts';
import {
  emitPlans,
  type IncompleteContext,
  type PlanPaths,
  type PlansSurvey,
  surveyPlans,
} from '../../effects/plans.ts';
import { type Failure, failureOf } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { sortProposals } from '../../plans/guardrails.ts';
import type { Proposal } from '../../plans/proposal.ts';
import { planner } from './planner.ts';

export interface PlanningJob extends PlanPaths {
  /** Path of the spec in the repository. */
  readonly spec: string;
  readonly most: number;
  /** Show the proposals without writing. */
  readonly preview: boolean;
}

export interface ProposalResult {
  readonly proposals: readonly Proposal[];
  /** Proposed ids of completed plans. */
  readonly skipped: readonly string[];
  /** Proposed ids of existing plans; only a preview ends with any. */
  readonly conflicts: readonly string[];
  /** Tags of criteria that no plan covers, old or new. */
  readonly uncovered: readonly string[];
  readonly told: IncompleteContext;
}

export type PlanningState =
  | { readonly at: 'surveying'; readonly job: PlanningJob }
  | { readonly at: 'proposing'; readonly job: PlanningJob; readonly survey: PlansSurvey }
  | ({ readonly at: 'emitting'; readonly job: PlanningJob } & ProposalResult)
  | ({ readonly at: 'written'; readonly files: readonly string[] } & ProposalResult)
  | ({ readonly at: 'shown' } & ProposalResult)
  | { readonly at: 'nothing'; readonly skipped: readonly string[] }
  | { readonly at: 'failed'; readonly because: Failure };

export type PlanningResult = Extract<PlanningState, { at: 'written' | 'shown' | 'nothing' | 'failed' }>;

/** A role without tools changes nothing, so it may run in the checkout and be called again after a crash. */
const checkout = { cwd: '.', checkpoint: null };

const step = defineStep<PlanningState>();

export const planning = defineMachine<PlanningJob, PlanningState, PlanningResult>()({
  id: 'planning',
  version: 1,
  start: (job) => ({ at: 'surveying', job }),
  steps: [
    step({
      at: 'surveying',
      to: ['proposing', 'failed'],
      needs: ({ job: { spec, planDir, completedDir, contextDir } }) => ({
        survey: act(surveyPlans, { spec, planDir, completedDir, contextDir }),
      }),
      next: ({ job }, { survey }) =>
        survey.ok ? { at: 'proposing', job, survey: survey.value } : { at: 'failed', because: survey.failure },
    }),
    step({
      at: 'proposing',
      to: ['emitting', 'shown', 'nothing', 'failed'],
      needs: ({ job: { spec: path, most }, survey: { spec, plans, criteria, context, known } }) => ({
        proposals: agent(planner, checkout, { spec_path: path, spec, plans, criteria, context, known, most }),
      }),
      next: ({ job, survey }, { proposals }) => {
        if (!proposals.ok) return { at: 'failed', because: proposals.failure };
        const { fresh, skipped, conflicts } = sortProposals(proposals.value, survey.known);
        const proposed = {
          proposals: fresh,
          skipped,
          conflicts,
          uncovered: uncoveredTags(fresh, survey),
          told: survey.told,
        };
        if (fresh.length + conflicts.length === 0) return { at: 'nothing', skipped };
        if (job.preview) return { at: 'shown', ...proposed };
        if (conflicts.length > 0) return { at: 'failed', because: conflictFailure(conflicts) };
        return { at: 'emitting', job, ...proposed };
      },
    }),
    step({
      at: 'emitting',
      to: ['written', 'failed'],
      needs: ({ job: { planDir, completedDir, spec }, proposals }) => ({
        emitted: act(emitPlans, { planDir, completedDir, spec, proposals }),
      }),
      next: ({ job: _, at: __, ...proposed }, { emitted }) =>
        emitted.ok
          ? { at: 'written', files: emitted.value.files, ...proposed }
          : { at: 'failed', because: emitted.failure },
    }),
  ],
  ends: { written: 'done', shown: 'done', nothing: 'nothing-planned', failed: 'by-failure' },
  result: (state) => state,
  results: [
    {
      at: 'shown',
      proposals: [],
      skipped: [],
      conflicts: [],
      uncovered: [],
      told: { cut: [], leftOut: [], misread: [] },
    },
    { at: 'nothing', skipped: [] },
    { at: 'failed', because: { code: 'plans.conflict', params: { ids: '0001' } } },
  ],
});

const conflictFailure = (ids: readonly string[]) => failureOf('plans.conflict', { ids: ids.join(', ') });

function uncoveredTags(fresh: readonly Proposal[], { known, covered }: PlansSurvey): readonly string[] {
  const coveredTags = new Set([...covered, ...fresh.flatMap(({ acceptance_tags: tags }) => tags)]);
  return (known.tags ?? []).filter((tag) => !coveredTags.has(tag));
}
