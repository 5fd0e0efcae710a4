/** A state where a phase stopped, for the explorer. */
import { sampleArtifact } from '../../../journal/artifact.ts';
import type { PhaseStop } from './job.ts';

const lane = { path: '.', branch: 'main', base: 'b1' };

export const sampleStop: PhaseStop = {
  at: 'assessing',
  lane,
  job: {
    session: {
      specPath: 'docs/spec.md',
      slug: 'spec',
      spec: sampleArtifact,
      rigor: 'standard',
      reviewPlans: false,
      checks: ['npm test'],
      checkTimeoutMs: 1_000,
      blocking: ['critical'],
      retries: 3,
      finalReviews: 3,
      taskThreshold: 15,
      moduleThreshold: 15,
      scratchpadWords: 500,
      diagnostician: true,
      baseBranch: 'main',
    },
    phase: { n: 1, name: 'Core' },
    complexity: 'low',
    planPath: null,
    lane,
  },
};
