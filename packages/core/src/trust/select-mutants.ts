/**
 * Selects a few mutants of a change.
 *
 *   M1. Only mutants on the given lines are selected, at most `count`, and the same ones for the same input.
 *   M2. They are spread over the files, and over the lines of each file.
 *   M3. A line is used a second time only when every line of the file was used.
 *   M4. Edits of texts and removed calls are used only when a file has no other mutants left.
 */
import type { Mutant, SourceFacts } from './source.ts';

export interface MutatedFile {
  readonly path: string;
  readonly facts: Pick<SourceFacts, 'mutants'>;
  readonly lines: ReadonlySet<number>;
}

export type SelectedMutant = Mutant & { readonly path: string };

export function selectMutants(files: readonly MutatedFile[], count: number): readonly SelectedMutant[] {
  const ranked = files.map(rankMutants).filter((one) => one.length > 0);
  const queues = spread(ranked.toSorted((a, b) => ((a[0]?.path ?? '') < (b[0]?.path ?? '') ? -1 : 1)));
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const selected: SelectedMutant[] = [];
  for (let round = 0; round < longest && selected.length < count; round++)
    selected.push(...queues.flatMap((queue) => queue.slice(round, round + 1)));
  return selected.slice(0, count);
}

const isWeak = ({ kind }: Mutant) => kind === 'string' || kind === 'call';

/** All mutants of a file, the most useful first. */
function rankMutants({ path, facts, lines }: MutatedFile): readonly SelectedMutant[] {
  const own = facts.mutants.filter(({ line }) => lines.has(line)).map((mutant) => ({ ...mutant, path }));
  return [...byLines(own.filter((one) => !isWeak(one))), ...byLines(own.filter(isWeak))];
}

/** One mutant of every line, then a second one of every line, and so on. Each line starts with another mutant. */
function byLines(mutants: readonly SelectedMutant[]): readonly SelectedMutant[] {
  const lines = new Map<number, SelectedMutant[]>();
  for (const mutant of mutants.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const known = lines.get(mutant.line);
    if (known) known.push(mutant);
    else lines.set(mutant.line, [mutant]);
  }
  const rows = spread([...lines.values()].map((row, at) => rotate(row, at)));
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, round) => rows.flatMap((row) => row.slice(round, round + 1))).flat();
}

const rotate = <T>(row: readonly T[], by: number): readonly T[] => [
  ...row.slice(by % row.length),
  ...row.slice(0, by % row.length),
];

/** Orders the items so that every beginning of the list is spread over the whole: first, middle, quarters, eighths … */
function spread<T>(items: readonly T[]): readonly T[] {
  const places = items.map((_, turn) => reversedBits(turn));
  const ranks = new Map(places.toSorted((a, b) => a - b).map((place, rank) => [place, rank]));
  return places.map((place) => items[ranks.get(place) ?? 0] as T);
}

/** A number from 0 to 1: the bits of the value in reverse order, after the point. */
function reversedBits(value: number): number {
  let [result, weight] = [0, 0.5];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2), weight /= 2) result += (rest % 2) * weight;
  return result;
}
