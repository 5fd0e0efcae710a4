/** Counts the public exports that a change adds. A module that moves adds none, and the tests of a product have none. */
import { defaultTestGlobs } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';
import type { CodeGraph } from './graph.ts';

/** Number of names that more modules export after the change than before: a name and its re-exports count once. */
export function countNewExports(before: CodeGraph, after: CodeGraph): number {
  const known = countNames(before);
  return [...countNames(after)].filter(([name, count]) => count > (known.get(name) ?? 0)).length;
}

function countNames({ modules }: CodeGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, exports } of modules) {
    if (matchesGlob(path, defaultTestGlobs)) continue;
    for (const name of new Set(exports)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
