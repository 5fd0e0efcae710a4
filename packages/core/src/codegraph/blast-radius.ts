/**
 * Finds the modules that a change of some modules may break: their importers, and the importers of those.
 *
 *   B1. The probability of a module is the best product of edge probabilities over a path of imports to a seed.
 *   B2. A path has at most 10 edges. A module below 0.05 is not affected. Seeds do not count.
 */
import { type CodeGraph, edgeProbabilities, type GraphEdge } from './graph.ts';

const leastProbability = 0.05;
const maxDepth = 10;

export interface AffectedModule {
  readonly path: string;
  readonly probability: number;
}

interface Importer {
  readonly path: string;
  readonly kind: GraphEdge['kind'];
}

/** Most probable first. A seed that is no module affects nothing. */
export function computeBlastRadius(graph: CodeGraph, seeds: Iterable<string>): readonly AffectedModule[] {
  const importers = findImporters(graph);
  const own = new Set(seeds);
  const best = new Map([...own].map((path) => [path, 1]));
  let reached: ReadonlyMap<string, number> = best;
  for (let depth = 1; depth <= maxDepth && reached.size > 0; depth++) {
    reached = nextImporters(reached, importers, best);
    for (const [path, probability] of reached) best.set(path, probability);
  }
  return [...best]
    .filter(([path]) => !own.has(path))
    .map(([path, probability]) => ({ path, probability }))
    .sort((a, b) => b.probability - a.probability || (a.path < b.path ? -1 : 1));
}

/** Modules that one more edge reaches with a better probability than any shorter path. */
function nextImporters(
  from: ReadonlyMap<string, number>,
  importers: ReadonlyMap<string, readonly Importer[]>,
  best: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [target, reachedWith] of from)
    for (const { path, kind } of importers.get(target) ?? []) {
      const probability = reachedWith * edgeProbabilities[kind];
      const known = Math.max(best.get(path) ?? 0, found.get(path) ?? 0);
      if (probability >= leastProbability && probability > known) found.set(path, probability);
    }
  return found;
}

/** The modules that import a module directly. */
export function findImporters({ modules }: CodeGraph): ReadonlyMap<string, readonly Importer[]> {
  const importers = new Map<string, Importer[]>();
  for (const { path, edges } of modules)
    for (const { to, kind } of edges) {
      const known = importers.get(to);
      if (known) known.push({ path, kind });
      else importers.set(to, [{ path, kind }]);
    }
  return importers;
}
