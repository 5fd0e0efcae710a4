/** Finds the lines of a file that a change added, and those beside removed lines. Lines are counted from 1. */

export interface ChangedLines {
  /** Lines that are new or changed. */
  readonly added: ReadonlySet<number>;
  /** Also the lines before and after a removed one: the function around them changed. */
  readonly touched: ReadonlySet<number>;
}

/** Above this size all lines between the first and the last difference count. */
const maxCells = 4_000_000;

export function changedLines(before: string | null, after: string): ChangedLines {
  const [was, is] = [before === null ? [] : before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const [old, now] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  const kept = old.length * now.length > maxCells ? new Set<number>() : commonLines(old, now);
  const added = new Set(
    now
      .map((_, at) => at)
      .filter((at) => !kept.has(at))
      .map((at) => start + at + 1),
  );
  const touched = new Set(added);
  if (old.length > kept.size) {
    // Where a line was removed is not tracked: the whole region between the first and the last difference counts.
    for (let line = start; line <= start + now.length + 1; line++)
      if (line >= 1 && line <= is.length) touched.add(line);
  }
  return { added, touched };
}

/** The positions in `now` of a longest common subsequence. */
function commonLines(old: readonly string[], now: readonly string[]): ReadonlySet<number> {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const kept = new Set<number>();
  for (let row = 0, column = 0; row < old.length && column < now.length; ) {
    if (old[row] === now[column]) {
      kept.add(column);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return kept;
}
