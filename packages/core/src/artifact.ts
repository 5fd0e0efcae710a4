/** A long text (diff, log, answer) that the journal refers to instead of holding it. `path` is relative to the run's folder. */
export interface Artifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** One for the explorer. */
export const sampleArtifact: Artifact = { path: 'artifacts/sample.txt', sha256: '', bytes: 0 };
