/** Measures the change of a lane, to compare competing lanes. */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Operation } from './operation.ts';

export interface ChangeSize {
  readonly diff: Artifact;
  readonly lines: number;
}

/** `checkpoint` belongs to a lane that started from the commit `base`. Reads only. */
export const measureChange: Operation<{ base: string; checkpoint: string }, ChangeSize> = {
  kind: 'git',
  op: 'weigh-change',
  samples: [{ diff: sampleArtifact, lines: 3 }],
  failures: ['git.failed'],
};
