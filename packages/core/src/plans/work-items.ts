/**
 * Orders units of work by their dependencies and reports defects.
 *
 *   W1. A list that cannot be ordered has defects, each with all ids involved: a duplicate id, a dependency on itself,
 *       a missing dependency, a cycle.
 *   W2. A reported cycle exists; items that only lead into it are not part of it. Cycles that share an item are
 *       reported one after the other, as each is broken.
 *   W3. Each item comes after its dependencies; independent items keep the order of the list.
 */

export interface WorkItem {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

export const defectKinds = ['duplicate-id', 'self-dependency', 'missing-dependency', 'cycle'] as const;
export type DefectKind = (typeof defectKinds)[number];

/** `ids` of a missing dependency: the item, then the missing id. Of a cycle: each id depends on the next. */
export interface WorkDefect {
  readonly defect: DefectKind;
  readonly ids: readonly string[];
}

/** All defects, by kind, in the order of the list. */
export function workDefects(items: readonly WorkItem[]): readonly WorkDefect[] {
  const graph = graphOf(items);
  const found: Readonly<Record<DefectKind, readonly (readonly string[])[]>> = {
    'duplicate-id': duplicates(items.map(({ id }) => id)).map((id) => [id]),
    'self-dependency': [...graph].flatMap(([id, deps]) => (deps.has(id) ? [[id]] : [])),
    'missing-dependency': [...graph].flatMap(([id, deps]) =>
      [...deps].filter((other) => !graph.has(other)).map((other) => [id, other]),
    ),
    cycle: cycles(graph),
  };
  return defectKinds.flatMap((defect) => found[defect].map((ids) => ({ defect, ids })));
}

/** Items that may start: not done, and all dependencies done. In the order of the list. */
export const eligibleItems = <Item extends WorkItem>(
  items: readonly Item[],
  done: ReadonlySet<string>,
): readonly Item[] => items.filter(({ id, dependsOn }) => !done.has(id) && dependsOn.every((other) => done.has(other)));

/** All items, dependencies first. Throws for a list with defects. */
export function dependencyOrder<Item extends WorkItem>(items: readonly Item[]): readonly Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const order = sortGraph(graphOf(items)).flatMap((id) => byId.get(id) ?? []);
  if (order.length !== items.length) throw new Error('work that has defects cannot be ordered');
  return order;
}

/** The dependencies of each id. A duplicate id has the dependencies of both items. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(items: readonly WorkItem[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { id, dependsOn } of items) graph.set(id, new Set([...(graph.get(id) ?? []), ...dependsOn]));
  return graph;
}

export const duplicates = (ids: readonly string[]): readonly string[] => {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  return [...repeated];
};

/** Sorts all ids that can be sorted: always the earliest of the list whose dependencies are done. */
function sortGraph(graph: Graph): readonly string[] {
  const left = new Map([...graph].map(([id, deps]) => [id, deps.size]));
  const dependents = new Map<string, string[]>();
  for (const [id, deps] of graph)
    for (const other of deps) dependents.set(other, [...(dependents.get(other) ?? []), id]);
  const positions = new Map([...graph.keys()].map((id, n) => [id, n]));
  const byPosition = (a: string, b: string) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0);
  let free = [...graph.keys()].filter((id) => left.get(id) === 0);
  const order: string[] = [];
  for (let id = free.shift(); id !== undefined; id = free.shift()) {
    order.push(id);
    const freed = (dependents.get(id) ?? []).filter((next) => {
      left.set(next, (left.get(next) ?? 0) - 1);
      return left.get(next) === 0;
    });
    if (freed.length > 0) free = [...free, ...freed].sort(byPosition);
  }
  return order;
}

/** Repeats until nothing is left: remove all ids that can be sorted, then record and remove one cycle. */
function cycles(all: Graph): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let graph = without(all, new Set());
  for (;;) {
    graph = without(graph, new Set(sortGraph(graph)));
    const [start] = graph.keys();
    if (start === undefined) return found;
    const cycle = findCycle(graph, start);
    found.push(cycle);
    graph = without(graph, new Set(cycle));
  }
}

/** The graph without the ids that are done. A dependency on itself or on a missing id is another defect, no cycle. */
const without = (graph: Graph, done: ReadonlySet<string>): Graph =>
  new Map(
    [...graph]
      .filter(([id]) => !done.has(id))
      .map(([id, deps]) => [id, new Set([...deps].filter((to) => to !== id && graph.has(to) && !done.has(to)))]),
  );

/** Every id here has a dependency in the graph, so following them must return to a visited id. */
function findCycle(graph: Graph, start: string): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  let at = start;
  while (!seen.has(at)) {
    seen.add(at);
    path.push(at);
    [at = start] = graph.get(at) ?? [];
  }
  const cycle = path.slice(path.indexOf(at));
  const smallest = cycle.indexOf([...cycle].sort()[0] ?? at);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}
