/**
 * The names in a competition (MO-28): several lanes at one feature, each a rival of the others, of which one is merged. The
 * lane that wins is told by the line `COMPETITION_WINNER lane-N|none`, whoever says it.
 */
export const rivalName = (number: number): string => `lane-${number}`;

/** What the lane is called: its folder below `.harness/worktrees`, and its branch below `harness/`. */
export const rivalLane = (feature: string, number: number): string => `${feature}-${rivalName(number)}`;

/** Two lanes at the same feature: that they would conflict says nothing, because only one of them is merged. */
export function areRivals(one: string, other: string): boolean {
  const [first, second] = [featureIn(one), featureIn(other)];
  return first !== undefined && first === second;
}

const featureIn = (lane: string): string | undefined => /^(.+)-lane-\d+$/.exec(lane)?.[1];

/** The lane that this folder is, if it is one of several at a feature. */
export function parseRival(folder: string): string | null {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return featureIn(name) === undefined ? null : name;
}

export const verdictLine = (winner: number | null): string =>
  `COMPETITION_WINNER ${winner === null ? 'none' : rivalName(winner)}`;

const verdict = /^COMPETITION_WINNER\s+(?:lane-(?<number>\d+)|none)[.!]?$/;

/** The number of the lane, null when none is to win, and nothing when the line is no such verdict. */
export function parseWinner(line: string): number | null | undefined {
  const found = verdict.exec(line);
  if (found === null) return undefined;
  const { number } = found.groups ?? {};
  return number === undefined ? null : Number(number);
}

export interface ChangeWeight {
  readonly number: number;
  /** How many lines its change adds and takes away. */
  readonly lines: number;
}

/** Who wins where all have passed and nobody could be heard: the smallest change, then the lowest number. */
export const smallestChange = (weights: readonly ChangeWeight[]): number | null =>
  [...weights].sort((a, b) => a.lines - b.lines || a.number - b.number)[0]?.number ?? null;

/** The lines that a diff adds and takes away; what git does not show as text counts as one a file. */
export const linesChanged = (diff: string): number =>
  diff.split('\n').filter((line) => /^(?:\+(?!\+\+ )|-(?!-- )|Binary files )/.test(line)).length;
