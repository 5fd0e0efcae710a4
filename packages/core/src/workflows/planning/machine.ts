/**
 * Planning: a product spec becomes plan files, by one answer of the planner.
 *
 * The spec, the plans that are there and the context are looked at; the planner proposes; what the guardrails let through
 * is written as a whole into the user's checkout, like a person would, or only shown.
 */
import { agent } from '../../effects/agent.ts';
import { act } from '../../effects/operation.ts';
import { emitPlans, type GivenContext, type PlanPlaces, type PlansSurvey, surveyPlans } from '../../effects/plans.ts';
import { type Failure, failureOf } from '../../failure/failure.ts';
import { machineOf, stepsOf } from '../../machine/machine.ts';
import { sortProposals } from '../../plans/guardrails.ts';
import type { Proposal } from '../../plans/proposal.ts';
import { planner } from './planner.ts';

export interface PlanningJob extends PlanPlaces {
  /** The spec, by its path in the repository. */
  readonly spec: string;
  readonly most: number;
  /** Show what is proposed, and write nothing. */
  readonly preview: boolean;
}

/** What came of it, beside the files themselves. */
export interface ProposalResult {
  readonly proposals: readonly Proposal[];
  /** Ids that were proposed although their plans are completed. */
  readonly skipped: readonly string[];
  /** Ids that were proposed although a plan has them; only a preview comes so far with any. */
  readonly conflicts: readonly string[];
  /** Tags of criteria that no plan carries, old or new. */
  readonly uncovered: readonly string[];
  readonly told: GivenContext;
}

export type Planning =
  | { readonly at: 'surveying'; readonly job: PlanningJob }
  | { readonly at: 'proposing'; readonly job: PlanningJob; readonly survey: PlansSurvey }
  | ({ readonly at: 'emitting'; readonly job: PlanningJob } & ProposalResult)
  | ({ readonly at: 'written'; readonly files: readonly string[] } & ProposalResult)
  | ({ readonly at: 'shown' } & ProposalResult)
  | { readonly at: 'nothing'; readonly skipped: readonly string[] }
  | { readonly at: 'failed'; readonly because: Failure };

/** What a parent, and the person who asked, is told. */
export type PlanningResult = Extract<Planning, { at: 'written' | 'shown' | 'nothing' | 'failed' }>;

/** A role without tools touches nothing, so that it may stand in the checkout and be asked again after a crash. */
const checkout = { cwd: '.', checkpoint: null };

const step = stepsOf<Planning>();

export const planning = machineOf<PlanningJob, Planning, PlanningResult>()({
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
          uncovered: uncovered(fresh, survey),
          told: survey.told,
        };
        if (fresh.length + conflicts.length === 0) return { at: 'nothing', skipped };
        if (job.preview) return { at: 'shown', ...proposed };
        if (conflicts.length > 0) return { at: 'failed', because: conflictOf(conflicts) };
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

const conflictOf = (ids: readonly string[]) => failureOf('plans.conflict', { ids: ids.join(', ') });

function uncovered(fresh: readonly Proposal[], { known, covered }: PlansSurvey): readonly string[] {
  const carried = new Set([...covered, ...fresh.flatMap(({ acceptance_tags: tags }) => tags)]);
  return (known.tags ?? []).filter((tag) => !carried.has(tag));
}
