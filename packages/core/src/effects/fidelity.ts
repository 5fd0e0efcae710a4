/** Operations of the fidelity check: collect its input, write the report, block active plans. */

import type { FidelityVerdict } from '../fidelity/verdict.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import { type Operation, operationsOf } from './operation.ts';

const fidelityOperation = operationsOf('fidelity', 'path.outside', 'plans.broken', 'git.failed');

export interface FidelityFolders {
  readonly planDir: string;
  readonly stateDir: string;
  readonly base: string;
}

/** The input of the role. */
export interface ProductSurvey {
  readonly at: string;
  /** The commit of the checkout, from which a read-only role starts. */
  readonly head: string;
  readonly spec: Artifact;
  readonly plans: Artifact;
  readonly files: Artifact;
  /** From the current configuration. */
  readonly places: FidelityFolders;
}

const samplePlaces: FidelityFolders = { planDir: 'plans', stateDir: '.orchestrator', base: 'main' };
const sampleSurvey: ProductSurvey = {
  at: '2026-01-01T00:00:00.000Z',
  head: 'f1',
  places: samplePlaces,
  spec: sampleArtifact,
  plans: sampleArtifact,
  files: sampleArtifact,
};

/** Reads the spec and the completed plans, and lists the files of the product. Reads only. */
export const surveyProduct = fidelityOperation<{ specPath: string }, ProductSurvey>('survey-product', [sampleSurvey]);

export interface FidelityResult {
  readonly specPath: string;
  readonly score: number;
  readonly threshold: number;
  readonly verdict: FidelityVerdict;
}

/** Writes the report as page and document below the state folder, under an unused name. */
export const reportFidelity = fidelityOperation<
  FidelityResult & { stateDir: string; at: string },
  { readonly report: string }
>(
  'report-fidelity',
  [{ report: '.orchestrator/fidelity-reports/2026-01-01-product.md' }],
  ['path.outside', 'git.failed'],
);

/** Blocks every active plan and adds the review next to them, as one `chore:` commit on the base (DO-19). */
export const blockPlans: Operation<
  FidelityResult & { planDir: string; base: string },
  /** `null` if nothing had to change. */
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
