import { expect, test } from 'vitest';
import { automaticLoops, type GraphNode, growingCounters, statesWithoutEnd } from './machine-graph.ts';

type Way = string | { readonly person: string };

/** A graph as a table: where each state leads. A way that a person takes is not automatic. */
const graph = (table: Readonly<Record<string, readonly Way[]>>): readonly GraphNode<{ at: string }, null>[] => {
  const ids = Object.keys(table);
  return Object.entries(table).map(([at, ways]) => ({
    state: { at },
    seen: null,
    from: null,
    out: ways.map((way) =>
      typeof way === 'string'
        ? { to: ids.indexOf(way), automatic: true }
        : { to: ids.indexOf(way.person), automatic: false },
    ),
  }));
};
const names = (nodes: readonly GraphNode<{ at: string }, null>[]) => nodes.map(({ state }) => state.at);
const isEnd = ({ state }: GraphNode<{ at: string }, null>) => state.at === 'end';

test('a state is stranded when no way leads from it to an end, however long', () => {
  const nodes = graph({ a: ['b', 'lost'], b: ['c'], c: ['end'], end: [], lost: ['lost', 'trap'], trap: ['lost'] });
  expect(names(statesWithoutEnd(nodes, isEnd))).toEqual(['lost', 'trap']);
});

test('nothing is stranded where everything can end', () => {
  expect(statesWithoutEnd(graph({ a: ['b', 'a'], b: ['end'], end: [] }), isEnd)).toEqual([]);
});

test('a loop that nobody takes part in is found, with all that leads into it', () => {
  expect(names(automaticLoops(graph({ a: ['b'], b: ['c'], c: ['b', 'end'], end: [] })))).toEqual(['a', 'b', 'c']);
});

test('a state that leads to itself is a loop', () => {
  expect(names(automaticLoops(graph({ a: ['a', 'end'], end: [] })))).toEqual(['a']);
});

test('a loop that a person takes part in is none', () => {
  expect(automaticLoops(graph({ a: ['b'], b: [{ person: 'a' }, 'end'], end: [] }))).toEqual([]);
});

test('two ways to one state are not a loop', () => {
  expect(automaticLoops(graph({ a: ['b', 'c'], b: ['end'], c: ['b', 'end'], end: [] }))).toEqual([]);
});

test('the counters that took the most values are named first, also deep inside and as the length of a list', () => {
  const states = [1, 2, 3].map((n) => ({ at: 'x', deep: { tries: n }, list: Array.from({ length: n % 2 }), same: 7 }));
  expect(growingCounters(states)).toBe('x.deep.tries (3 values), x.list.length (2 values), x.same (1 values)');
});
