/**
 * What a machine may ask of the plan files of the user's checkout: to look at them, and to write new ones. No file
 * is ever written over that somebody else wrote.
 *
 * Every operation can be repeated after a crash: what it wrote is known by its bytes.
 */

import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { KnownPlans } from '../plans/guardrails.ts';
import type { Proposal } from '../plans/proposal.ts';
import type { Operation } from './operation.ts';

/** Where the plans of a repository and the context for them lie. */
export interface PlanPlaces {
  readonly planDir: string;
  readonly completedDir: string;
  readonly contextDir: string;
}

/** Context that did not come through as it was dropped, by path. */
export interface GivenContext {
  readonly cut: readonly string[];
  readonly leftOut: readonly string[];
  /** Its scope is none, or it is no text. */
  readonly misread: readonly string[];
}

/** Everything that the planner is told, as it is now. */
export interface PlansSurvey {
  readonly spec: Artifact;
  readonly plans: Artifact;
  readonly criteria: Artifact;
  readonly context: Artifact;
  readonly known: KnownPlans;
  /** Tags that a plan carries already. */
  readonly covered: readonly string[];
  readonly told: GivenContext;
}

const nothingTold: GivenContext = { cut: [], leftOut: [], misread: [] };
const sampleSurvey: PlansSurvey = {
  ...{ spec: sampleArtifact, plans: sampleArtifact, criteria: sampleArtifact, context: sampleArtifact },
  ...{ known: { active: ['0009'], completed: [], tags: null }, covered: [], told: nothingTold },
};

/** Reads the spec, its criteria, the plans and the context for the planner. Changes nothing. */
export const surveyPlans: Operation<{ spec: string } & PlanPlaces, PlansSurvey> = {
  kind: 'plans',
  op: 'survey-plans',
  samples: [sampleSurvey],
  failures: ['path.outside', 'plans.broken'],
};

/** Writes all of these plans as files, or none. A file that is there and not our own is a conflict. */
export const emitPlans: Operation<
  { planDir: string; completedDir: string; spec: string; proposals: readonly Proposal[] },
  { readonly files: readonly string[] }
> = {
  kind: 'plans',
  op: 'emit-plans',
  samples: [{ files: ['docs/exec-plans/active/0001-a-page.md'] }],
  failures: ['path.outside', 'plans.broken', 'plans.conflict'],
};
