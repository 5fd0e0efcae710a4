/** Finds import cycles, and the longest chain of imports. Takes linear time and no recursion: a chain may be long. */
import type { CodeGraph } from './graph.ts';

export interface ImportLayers {
  /** Groups of modules that import each other, directly or through others. */
  readonly cycles: readonly (readonly string[])[];
  /** Imports in the longest chain; a cycle counts as one module. */
  readonly depth: number;
}

/** Tarjan's algorithm: a group is complete when all groups that it imports are complete. */
export function findImportLayers({ modules }: CodeGraph): ImportLayers {
  const targets = new Map(modules.map(({ path, edges }) => [path, edges.map(({ to }) => to)]));
  const search: Search = { targets, places: new Map(), lowest: new Map(), open: [], depthOf: new Map(), cycles: [] };
  for (const path of targets.keys()) if (!search.places.has(path)) visit(search, path);
  return {
    cycles: search.cycles,
    depth: [...search.depthOf.values()].reduce((most, depth) => Math.max(most, depth), 0),
  };
}

interface Search {
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** The order in which modules were reached. */
  readonly places: Map<string, number>;
  /** The earliest module that a module reaches within its group. */
  readonly lowest: Map<string, number>;
  /** Reached modules whose group is not complete. */
  readonly open: string[];
  /** Of the modules of complete groups. */
  readonly depthOf: Map<string, number>;
  readonly cycles: (readonly string[])[];
}

function visit(search: Search, start: string): void {
  const path: { readonly module: string; next: number }[] = [enter(search, start)];
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const { module } = step;
    const target = search.targets.get(module)?.[step.next++];
    if (target === undefined) {
      path.pop();
      if (search.lowest.get(module) === search.places.get(module)) completeGroup(search, module);
      const parent = path.at(-1)?.module;
      if (parent !== undefined && !search.depthOf.has(module)) lower(search, parent, search.lowest.get(module));
    } else if (!search.places.has(target)) path.push(enter(search, target));
    else if (!search.depthOf.has(target)) lower(search, module, search.places.get(target));
  }
}

function enter({ places, lowest, open }: Search, module: string) {
  lowest.set(module, places.size);
  places.set(module, places.size);
  open.push(module);
  return { module, next: 0 };
}

function lower({ lowest }: Search, module: string, to = Number.POSITIVE_INFINITY): void {
  lowest.set(module, Math.min(lowest.get(module) ?? to, to));
}

function completeGroup({ open, targets, depthOf, cycles }: Search, first: string): void {
  const group = open.splice(open.lastIndexOf(first));
  const imported = group.flatMap((module) => targets.get(module) ?? []);
  const depth = imported.reduce((most, target) => Math.max(most, (depthOf.get(target) ?? -1) + 1), 0);
  for (const module of group) depthOf.set(module, depth);
  if (group.length > 1) cycles.push(group);
}
