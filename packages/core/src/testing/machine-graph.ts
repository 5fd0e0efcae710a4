/** Analyses the graph of an explored machine: states that cannot end, automatic loops, and growing counters. */
import type { State } from '../machine/machine.ts';

export interface GraphNode<S extends State, H> {
  readonly state: S;
  readonly seen: H;
  /** Index of the node from which it was first reached; `null` for a start. */
  readonly from: number | null;
  readonly out: { readonly to: number; readonly automatic: boolean }[];
}

type Graph<S extends State, H> = readonly GraphNode<S, H>[];

/** The states from which no end can be reached. */
export function statesWithoutEnd<S extends State, H>(nodes: Graph<S, H>, isEnd: (node: GraphNode<S, H>) => boolean) {
  const before: number[][] = nodes.map(() => []);
  for (const [id, { out }] of nodes.entries()) for (const { to } of out) before[to]?.push(id);
  const good = new Set([...nodes.keys()].filter((id) => isEnd(nodes[id] as GraphNode<S, H>)));
  for (const id of good) for (const earlier of before[id] ?? []) good.add(earlier); // a Set may grow during iteration
  return nodes.filter((_, id) => !good.has(id));
}

/** Removes nodes without an automatic edge until only automatic loops and the nodes leading into them remain. */
export function automaticLoops<S extends State, H>(nodes: Graph<S, H>) {
  const left = nodes.map(({ out }) => new Set(out.filter(({ automatic }) => automatic).map(({ to }) => to)));
  const before: number[][] = nodes.map(() => []);
  for (const [id, out] of left.entries()) for (const to of out) before[to]?.push(id);
  const free = [...left.keys()].filter((id) => left[id]?.size === 0);
  const removed = new Set(free);
  for (let id = free.pop(); id !== undefined; id = free.pop())
    for (const earlier of before[id] ?? []) {
      const edges = left[earlier];
      if (!edges?.delete(id) || edges.size > 0) continue;
      removed.add(earlier);
      free.push(earlier);
    }
  return nodes.filter((_, id) => !removed.has(id));
}

/** The numbers that took the most values: probably the unbounded counters. */
export function growingCounters(states: readonly State[]): string {
  const values = new Map<string, Set<number>>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'number') values.set(path, (values.get(path) ?? new Set()).add(value));
    else if (Array.isArray(value)) walk(value.length, `${path}.length`);
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  for (const state of states) walk(state, state.at);
  return [...values]
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, 3)
    .map(([path, { size }]) => `${path} (${size} values)`)
    .join(', ');
}
