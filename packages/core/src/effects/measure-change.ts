/** What is asked of git where lanes are held against each other: what each of them changes, and how much that is. */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Operation } from './operation.ts';

export interface ChangeSize {
  readonly diff: Artifact;
  readonly lines: number;
}

/** Reads only: both are commits, the second a checkpoint of a lane that began from the first. */
export const measureChange: Operation<{ base: string; checkpoint: string }, ChangeSize> = {
  kind: 'git',
  op: 'weigh-change',
  samples: [{ diff: sampleArtifact, lines: 3 }],
  failures: ['git.failed'],
};
