/** What the fidelity check asks of the world: to gather what is judged, to write the report, to block what is active. */

import type { FidelityVerdict } from '../fidelity/verdict.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Operation } from './operation.ts';

/** Where the files around the plans of a repository lie, and the branch that they are merged into. */
export interface FidelityPlaces {
  readonly planDir: string;
  readonly stateDir: string;
  readonly base: string;
}

/** Everything that the role is told, as it is now. */
export interface ProductSurvey {
  readonly at: string;
  /** The commit of the checkout; what a role that only reads begins from. */
  readonly head: string;
  readonly spec: Artifact;
  readonly plans: Artifact;
  readonly files: Artifact;
  /** As the configuration has them now. */
  readonly places: FidelityPlaces;
}

const samplePlaces: FidelityPlaces = { planDir: 'plans', stateDir: '.orchestrator', base: 'main' };
const sampleSurvey: ProductSurvey = {
  ...{ at: '2026-01-01T00:00:00.000Z', head: 'f1', places: samplePlaces },
  ...{ spec: sampleArtifact, plans: sampleArtifact, files: sampleArtifact },
};

/** Reads the spec and the completed plans, and walks the paths of the product. Changes nothing. */
export const surveyProduct: Operation<{ specPath: string }, ProductSurvey> = {
  kind: 'fidelity',
  op: 'survey-product',
  samples: [sampleSurvey],
  failures: ['path.outside', 'plans.broken', 'git.failed'],
};

export interface FidelityResult {
  readonly specPath: string;
  readonly score: number;
  readonly threshold: number;
  readonly verdict: FidelityVerdict;
}

/** Writes page and document below the state folder, under a name that is free. */
export const reportFidelity: Operation<FidelityResult & { stateDir: string; at: string }, { readonly report: string }> =
  {
    kind: 'fidelity',
    op: 'report-fidelity',
    samples: [{ report: '.orchestrator/fidelity-reports/2026-01-01-product.md' }],
    failures: ['path.outside', 'git.failed'],
  };

/** One `chore:` commit on the base: every active plan is blocked, and the review lies beside them (DO-19). */
export const blockPlans: Operation<
  FidelityResult & { planDir: string; base: string },
  /** No commit when all of it was so already. */
  { readonly commit: string | null; readonly plans: readonly string[] }
> = {
  kind: 'forge',
  op: 'block-plans',
  samples: [
    { commit: 'f2', plans: ['0001'] },
    { commit: null, plans: [] },
  ],
  failures: ['git.failed', 'forge.branch-moved', 'forge.unavailable'],
};
