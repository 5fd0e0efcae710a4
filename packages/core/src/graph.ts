/** Questions about the graph of a walked machine: what cannot end, what runs for ever, what grows without bound. */
import type { State } from './machine.ts';

export interface Node<S extends State, H> {
  readonly state: S;
  readonly seen: H;
  readonly path: string;
  readonly out: { readonly to: string; readonly automatic: boolean }[];
}

type Graph<S extends State, H> = ReadonlyMap<string, Node<S, H>>;

/** The states from which no end can be reached. */
export function stranded<S extends State, H>(nodes: Graph<S, H>, isEnd: (node: Node<S, H>) => boolean) {
  const before = new Map<string, string[]>();
  for (const [id, { out }] of nodes) for (const { to } of out) push(before, to, id);
  const good = new Set([...nodes].filter(([, node]) => isEnd(node)).map(([id]) => id));
  for (const id of good) for (const earlier of before.get(id) ?? []) good.add(earlier); // a Set grows while it is walked
  return [...nodes].filter(([id]) => !good.has(id)).map(([, node]) => node);
}

/** Peels off whatever has no automatic way on; what remains lies on, or leads into, an automatic loop. */
export function automaticLoops<S extends State, H>(nodes: Graph<S, H>) {
  const left = new Map(
    [...nodes].map(([id, { out }]) => [id, new Set(out.filter(({ automatic }) => automatic).map(({ to }) => to))]),
  );
  const before = new Map<string, string[]>();
  for (const [id, out] of left) for (const to of out) push(before, to, id);
  const free = [...left].filter(([, out]) => out.size === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const earlier of before.get(id) ?? []) {
      const ways = left.get(earlier);
      if (ways?.delete(id) && ways.size === 0) free.push(earlier);
    }
  }
  return [...nodes].filter(([id]) => left.has(id)).map(([, node]) => node);
}

/** The numbers in the states that took the most values: the counters to look at. */
export function growing(states: readonly State[]): string {
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

function push(lists: Map<string, string[]>, key: string, value: string) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
