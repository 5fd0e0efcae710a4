/** The word that was probably meant: the one with the fewest changed letters, if there are few. */
export function suggestWord(word: string, known: readonly string[]): string | undefined {
  const asked = word.toLowerCase();
  const [best] = known
    .map((other) => ({ other, changes: editDistance(asked, other.toLowerCase()) }))
    .sort((a, b) => a.changes - b.changes);
  return best && best.changes <= Math.max(1, Math.floor(best.other.length / 3)) ? best.other : undefined;
}

/** Letters changed, added, left out, or swapped with their neighbour. */
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
