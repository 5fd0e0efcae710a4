import { expect, test } from 'vitest';
import { automaticLoops, type GraphNode, growingCounters, statesWithoutEnd } from './machine-graph.ts';

type Edge = string | { readonly person: string };

/** Builds a graph from a table of next states. An edge with a person is not automatic. */
const graph = (table: Readonly<Record<string, readonly Edge[]>>): readonly GraphNode<{ at: string }, null>[] => {
  const ids = Object.keys(table);
  return Object.entries(table).map(([at, edges]) => ({
    state: { at },
    seen: null,
    from: null,
    out: edges.map((edge) =>
      typeof edge === 'string'
        ? { to: ids.indexOf(edge), automatic: true }
        : { to: ids.indexOf(edge.person), automatic: false },
    ),
  }));
};
const names = (nodes: readonly GraphNode<{ at: string }, null>[]) => nodes.map(({ state }) => state.at);
const isEnd = ({ state }: GraphNode<{ at: string }, null>) => state.at === 'end';

test('finds states from which no path leads to an end', () => {
  const nodes = graph({ a: ['b', 'lost'], b: ['c'], c: ['end'], end: [], lost: ['lost', 'trap'], trap: ['lost'] });
  expect(names(statesWithoutEnd(nodes, isEnd))).toEqual(['lost', 'trap']);
});

test('finds none if every state can end', () => {
  expect(statesWithoutEnd(graph({ a: ['b', 'a'], b: ['end'], end: [] }), isEnd)).toEqual([]);
});

test('finds an automatic loop, with the states that lead into it', () => {
  expect(names(automaticLoops(graph({ a: ['b'], b: ['c'], c: ['b', 'end'], end: [] })))).toEqual(['a', 'b', 'c']);
});

test('finds a state that leads to itself', () => {
  expect(names(automaticLoops(graph({ a: ['a', 'end'], end: [] })))).toEqual(['a']);
});

test('ignores a loop with a person', () => {
  expect(automaticLoops(graph({ a: ['b'], b: [{ person: 'a' }, 'end'], end: [] }))).toEqual([]);
});

test('ignores two paths to one state', () => {
  expect(automaticLoops(graph({ a: ['b', 'c'], b: ['end'], c: ['b', 'end'], end: [] }))).toEqual([]);
});

test('lists the counters with the most values first, also nested ones and list lengths', () => {
  const states = [1, 2, 3].map((n) => ({ at: 'x', deep: { tries: n }, list: Array.from({ length: n % 2 }), same: 7 }));
  expect(growingCounters(states)).toBe('x.deep.tries (3 values), x.list.length (2 values), x.same (1 values)');
});
