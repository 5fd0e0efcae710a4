/**
 * Names the lanes of a competition and picks its winner (MO-28). Several lanes build one feature; one of them is
 * merged. The line `COMPETITION_WINNER lane-N|none` is the verdict.
 */
export const rivalName = (number: number): string => `lane-${number}`;

/** Name of the lane's folder below `.harness/worktrees` and of its branch below `harness/`. */
export const rivalLane = (feature: string, number: number): string => `${feature}-${rivalName(number)}`;

/** Two lanes of one feature. Conflicts between them do not matter, because only one is merged. */
export function areRivals(one: string, other: string): boolean {
  const [first, second] = [parseFeature(one), parseFeature(other)];
  return first !== undefined && first === second;
}

const parseFeature = (lane: string): string | undefined => /^(.+)-lane-\d+$/.exec(lane)?.[1];

/** The name of a rival's lane; `null` if the folder is not one of several lanes of a feature. */
export function parseRival(folder: string): string | null {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return parseFeature(name) === undefined ? null : name;
}

export const verdictLine = (winner: number | null): string =>
  `COMPETITION_WINNER ${winner === null ? 'none' : rivalName(winner)}`;

const verdict = /^COMPETITION_WINNER\s+(?:lane-(?<number>\d+)|none)[.!]?$/;

/** The number of the winning lane, `null` for none, `undefined` if the line is no verdict. */
export function parseWinner(line: string): number | null | undefined {
  const found = verdict.exec(line);
  if (found === null) return undefined;
  const { number } = found.groups ?? {};
  return number === undefined ? null : Number(number);
}

export interface ChangeWeight {
  readonly number: number;
  /** Added and removed lines. */
  readonly lines: number;
}

/** The winner if all passed and no judge answered: the smallest change, then the lowest number. */
export const smallestChange = (weights: readonly ChangeWeight[]): number | null =>
  [...weights].sort((a, b) => a.lines - b.lines || a.number - b.number)[0]?.number ?? null;

/** Counts added and removed lines; a binary file counts as one. */
export const linesChanged = (diff: string): number =>
  diff.split('\n').filter((line) => /^(?:\+(?!\+\+ )|-(?!-- )|Binary files )/.test(line)).length;
