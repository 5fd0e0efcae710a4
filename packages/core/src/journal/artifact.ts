/**
 * A long text (diff, log, answer) that the journal references instead of containing it. `path` is relative to the run's
 * folder; a text that several runs of a family read starts with `../` and the run that has it.
 */
export interface Artifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The folder of a run: `.harness/runs` or `.harness/archive`. */
export type RunLocation = 'runs' | 'archive';

/** Returns the path of an artifact relative to the root of the repository. */
export const artifactPath = (run: string, { path }: Pick<Artifact, 'path'>, place: RunLocation = 'runs'): string =>
  `.harness/${place}/${path.startsWith('../') ? path.slice('../'.length) : `${run}/${path}`}`;

export const sampleArtifact: Artifact = { path: 'artifacts/sample.txt', sha256: '', bytes: 0 };
