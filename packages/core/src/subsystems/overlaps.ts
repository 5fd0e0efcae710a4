/** Finds subsystems whose globs may own the same file. Such a file belongs to all of them. */
import { globsOverlap } from './file-glob.ts';
import { type SpecWarning, specProblem } from './problem.ts';
import type { Subsystem } from './subsystem.ts';

const maxOverlaps = 50;
const maxComparisons = 500_000;

/** One warning per pair of subsystems. */
export function findOverlaps(subsystems: readonly Subsystem[]): readonly SpecWarning[] {
  const found: SpecWarning[] = [];
  let comparisons = 0;
  for (const [n, one] of subsystems.entries())
    for (const other of subsystems.slice(n + 1)) {
      comparisons += one.owned.length * other.owned.length;
      if (found.length >= maxOverlaps || comparisons > maxComparisons) return found;
      const [at, otherGlob] = firstOverlap(one, other);
      if (otherGlob === undefined) continue;
      const params = { glob: one.owned[at] ?? '', other: other.id, otherGlob };
      found.push(specProblem({ file: one.file, at: `paths.owned[${at}]` }, 'overlap', params));
    }
  return found;
}

function firstOverlap(one: Subsystem, other: Subsystem): readonly [at: number, glob: string | undefined] {
  for (const [at, glob] of one.owned.entries()) {
    const overlapping = other.owned.find((otherGlob) => globsOverlap(glob, otherGlob));
    if (overlapping !== undefined) return [at, overlapping];
  }
  return [0, undefined];
}
