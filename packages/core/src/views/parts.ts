/** Computes long views in parts. A server gives other requests a turn after each part; a command does not pause. */

export function finishParts<Result>(parts: Generator<void, Result>): Result {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}

/** Items that are computed at once. */
const batchSize = 50;

export function* mapInParts<Item, Row>(items: readonly Item[], toRow: (item: Item) => Row): Generator<void, Row[]> {
  const rows: Row[] = [];
  for (const item of items) {
    rows.push(toRow(item));
    if (rows.length % batchSize === 0) yield;
  }
  return rows;
}
