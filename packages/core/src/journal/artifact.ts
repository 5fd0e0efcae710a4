/** A long text (diff, log, answer) that the journal refers to instead of holding it. `path` is relative to the run's folder. */
export interface Artifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Where the folder of a run is: among the runs, or put away. */
export type RunLocation = 'runs' | 'archive';

/** Where an artifact of a run lies, seen from the root of the repository: a path that a person can open. */
export const artifactPath = (run: string, { path }: Pick<Artifact, 'path'>, place: RunLocation = 'runs'): string =>
  `.harness/${place}/${run}/${path}`;

/** One for the explorer. */
export const sampleArtifact: Artifact = { path: 'artifacts/sample.txt', sha256: '', bytes: 0 };
