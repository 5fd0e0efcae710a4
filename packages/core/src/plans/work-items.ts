/**
 * Units of work and the order in which they may be done.
 *
 *   W1. A list that cannot be ordered says why, with all the ids that are involved: an id that is there twice, a
 *       dependency on itself, one on what is not there, a circle.
 *   W2. A circle that is named is a real one. What merely leads into it is not a part of it, and circles that share an
 *       item are named one after the other, as each is opened.
 *   W3. In order, everything comes after what it depends on; what is free of each other keeps the order of the list.
 */

export interface WorkItem {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

export const defectKinds = ['duplicate-id', 'self-dependency', 'missing-dependency', 'cycle'] as const;
export type DefectKind = (typeof defectKinds)[number];

/** Of a missing dependency: who wants it, and what is missing. Of a cycle: each depends on the next, the last on the first. */
export interface WorkDefect {
  readonly defect: DefectKind;
  readonly ids: readonly string[];
}

/** Everything that is wrong with a list, by kind, in the order of the list. */
export function workDefects(items: readonly WorkItem[]): readonly WorkDefect[] {
  const graph = graphOf(items);
  const found: Readonly<Record<DefectKind, readonly (readonly string[])[]>> = {
    'duplicate-id': twice(items.map(({ id }) => id)).map((id) => [id]),
    'self-dependency': [...graph].flatMap(([id, wants]) => (wants.has(id) ? [[id]] : [])),
    'missing-dependency': [...graph].flatMap(([id, wants]) =>
      [...wants].filter((other) => !graph.has(other)).map((other) => [id, other]),
    ),
    cycle: cycles(graph),
  };
  return defectKinds.flatMap((defect) => found[defect].map((ids) => ({ defect, ids })));
}

/** What can be begun now: not done, and everything it depends on is. In the order of the list. */
export const eligibleItems = <Item extends WorkItem>(
  items: readonly Item[],
  done: ReadonlySet<string>,
): readonly Item[] => items.filter(({ id, dependsOn }) => !done.has(id) && dependsOn.every((other) => done.has(other)));

/** All of it, dependencies first. Only for a list without defects. */
export function dependencyOrder<Item extends WorkItem>(items: readonly Item[]): readonly Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const order = peel(graphOf(items)).flatMap((id) => byId.get(id) ?? []);
  if (order.length !== items.length) throw new Error('work that has defects cannot be ordered');
  return order;
}

/** Who wants whom. An id that is there twice wants what either wants. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(items: readonly WorkItem[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { id, dependsOn } of items) graph.set(id, new Set([...(graph.get(id) ?? []), ...dependsOn]));
  return graph;
}

const twice = (ids: readonly string[]) => {
  const [once, again] = [new Set<string>(), new Set<string>()];
  for (const id of ids) (once.has(id) ? again : once).add(id);
  return [...again];
};

/** Everything that can be ordered, in order: always the earliest of the list whose wants are fulfilled. */
function peel(graph: Graph): readonly string[] {
  const left = new Map([...graph].map(([id, wants]) => [id, wants.size]));
  const wantedBy = new Map<string, string[]>();
  for (const [id, wants] of graph) for (const other of wants) wantedBy.set(other, [...(wantedBy.get(other) ?? []), id]);
  const places = new Map([...graph.keys()].map((id, n) => [id, n]));
  const byPlace = (a: string, b: string) => (places.get(a) ?? 0) - (places.get(b) ?? 0);
  let free = [...graph.keys()].filter((id) => left.get(id) === 0);
  const order: string[] = [];
  for (let id = free.shift(); id !== undefined; id = free.shift()) {
    order.push(id);
    const freed = (wantedBy.get(id) ?? []).filter((next) => {
      left.set(next, (left.get(next) ?? 0) - 1);
      return left.get(next) === 0;
    });
    if (freed.length > 0) free = [...free, ...freed].sort(byPlace);
  }
  return order;
}

/** One after the other: what cannot be ordered holds a circle; it is named and opened, and the rest is looked at again. */
function cycles(given: Graph): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let graph = without(given, new Set());
  for (;;) {
    graph = without(graph, new Set(peel(graph)));
    const [start] = graph.keys();
    if (start === undefined) return found;
    const circle = circleFrom(graph, start);
    found.push(circle);
    graph = without(graph, new Set(circle));
  }
}

/** What is left when some are done. A want of oneself or of what is not there is another defect, and no circle. */
const without = (graph: Graph, done: ReadonlySet<string>): Graph =>
  new Map(
    [...graph]
      .filter(([id]) => !done.has(id))
      .map(([id, wants]) => [id, new Set([...wants].filter((to) => to !== id && graph.has(to) && !done.has(to)))]),
  );

/** Everything here wants something that is here too: who follows the wants must come back to where they were. */
function circleFrom(graph: Graph, start: string): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  let at = start;
  while (!seen.has(at)) {
    seen.add(at);
    path.push(at);
    [at = start] = graph.get(at) ?? [];
  }
  const circle = path.slice(path.indexOf(at));
  const smallest = circle.indexOf([...circle].sort()[0] ?? at);
  return [...circle.slice(smallest), ...circle.slice(0, smallest)];
}
