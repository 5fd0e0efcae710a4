/**
 * Operations on the plan files of the user's checkout: read them, and write new ones. They never overwrite a file of
 * another author.
 *
 * Every operation can be repeated after a crash: it recognizes its own files by their bytes.
 */

import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { KnownPlans } from '../plans/guardrails.ts';
import type { Proposal } from '../plans/proposal.ts';
import { operationsOf } from './operation.ts';

const plansOperation = operationsOf('plans', 'path.outside', 'plans.broken');

export interface PlanPaths {
  readonly planDir: string;
  readonly completedDir: string;
  readonly contextDir: string;
}

/** Paths of context files that were not passed on completely. */
export interface IncompleteContext {
  readonly cut: readonly string[];
  readonly leftOut: readonly string[];
  /** Its scope is invalid, or it is no text. */
  readonly misread: readonly string[];
}

/** The input of the planner. */
export interface PlansSurvey {
  readonly spec: Artifact;
  readonly plans: Artifact;
  readonly criteria: Artifact;
  readonly context: Artifact;
  readonly known: KnownPlans;
  /** Tags that existing plans already cover. */
  readonly covered: readonly string[];
  readonly told: IncompleteContext;
}

const completeContext: IncompleteContext = { cut: [], leftOut: [], misread: [] };
const sampleSurvey: PlansSurvey = {
  spec: sampleArtifact,
  plans: sampleArtifact,
  criteria: sampleArtifact,
  context: sampleArtifact,
  known: { active: ['0009'], completed: [], tags: null },
  covered: [],
  told: completeContext,
};

/** Reads the spec, its criteria, the plans and the context for the planner. Reads only. */
export const surveyPlans = plansOperation<{ spec: string } & PlanPaths, PlansSurvey>('survey-plans', [sampleSurvey]);

/** Writes all these plans as files, or none. An existing file with other contents is a conflict. */
export const emitPlans = plansOperation<
  { planDir: string; completedDir: string; spec: string; proposals: readonly Proposal[] },
  { readonly files: readonly string[] }
>(
  'emit-plans',
  [{ files: ['docs/exec-plans/active/0001-a-page.md'] }],
  ['path.outside', 'plans.broken', 'plans.conflict'],
);
