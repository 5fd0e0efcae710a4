/** The checkpoints that wait for a person: questions like all others, found by the name that the configuration gave them. */
export const checkpointHeader = 'Checkpoint';

interface Asked {
  readonly id: string;
  readonly run: string;
  readonly header: string;
  readonly item: string | null;
  readonly askedAt: string;
}

export interface CheckpointRow {
  readonly name: string;
  readonly run: string;
  readonly question: string;
  readonly askedAt: string;
}

/** Its item is its name. */
export const checkpoints = (open: readonly Asked[]): readonly CheckpointRow[] =>
  open.flatMap(({ id, run, header, item, askedAt }) =>
    header === checkpointHeader && item !== null ? [{ name: item, run, question: id, askedAt }] : [],
  );
