/** A long text (diff, log, answer) that the journal references instead of containing it. `path` is relative to the run's folder. */
export interface Artifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The folder of a run: `.harness/runs` or `.harness/archive`. */
export type RunLocation = 'runs' | 'archive';

/** Returns the path of an artifact relative to the root of the repository. */
export const artifactPath = (run: string, { path }: Pick<Artifact, 'path'>, place: RunLocation = 'runs'): string =>
  `.harness/${place}/${run}/${path}`;

export const sampleArtifact: Artifact = { path: 'artifacts/sample.txt', sha256: '', bytes: 0 };
