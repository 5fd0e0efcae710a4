/** Suggests the known word with the smallest edit distance; `undefined` if none is close. */
export function suggestWord(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const [best] = known
    .map((other) => ({ other, changes: editDistance(typed, other.toLowerCase()) }))
    .sort((a, b) => a.changes - b.changes);
  return best && best.changes <= Math.max(1, Math.floor(best.other.length / 3)) ? best.other : undefined;
}

/** Number of changed, added, missing or swapped letters. */
export function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above = 0, diagonal = 0, left = 0] = [row[j], row[j - 1], next[j - 1]];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) : Number.POSITIVE_INFINITY;
      next.push(a[i - 1] === b[j - 1] ? diagonal : 1 + Math.min(above, diagonal, left, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
