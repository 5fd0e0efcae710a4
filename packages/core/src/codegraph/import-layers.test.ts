import { expect, test } from 'vitest';
import type { CodeGraph } from './graph.ts';
import { findImportLayers } from './import-layers.ts';

/** `a>b` is an import of `b` by `a`. */
function graph(...imports: readonly string[]): CodeGraph {
  const pairs = imports.map((each) => each.split('>') as [string, string | undefined]);
  const paths = [...new Set(pairs.flatMap(([from, to]) => (to === undefined ? [from] : [from, to])))];
  const modules = paths.map((path) => ({
    path,
    exports: [],
    edges: pairs.flatMap(([from, to]) => (from === path && to !== undefined ? [{ to, kind: 'value' as const }] : [])),
  }));
  return { modules, unread: [], branches: 0 };
}
const layers = (...imports: readonly string[]) => {
  const { cycles, depth } = findImportLayers(graph(...imports));
  return { cycles: cycles.map((group) => [...group].sort().join('')).sort(), depth };
};

test.each<readonly [string, readonly string[], readonly string[], number]>([
  ['no module', [], [], 0],
  ['one module', ['a'], [], 0],
  ['a chain', ['a>b', 'b>c'], [], 2],
  ['a diamond with a longer side', ['a>b', 'a>c', 'c>d', 'b>e', 'd>e'], [], 3],
  ['a cycle counts as one module', ['a>b', 'b>c', 'c>b', 'c>d'], ['bc'], 2],
  ['two cycles that share an import', ['a>b', 'b>a', 'b>c', 'c>d', 'd>c'], ['ab', 'cd'], 1],
  ['a cycle within a cycle is one', ['a>b', 'b>c', 'c>a', 'b>a'], ['abc'], 0],
  ['a cycle that is found from outside', ['x>b', 'a>b', 'b>a', 'a>c'], ['ab'], 2],
])('%s', (_, imports, cycles, depth) => {
  expect(layers(...imports)).toEqual({ cycles, depth });
});

test('a chain of 50,000 modules needs no recursion', () => {
  const chain = Array.from({ length: 50_000 }, (_, n) => ({
    path: `m${n}`,
    exports: [],
    edges: [{ to: `m${n + 1}`, kind: 'value' as const }],
  }));
  const end = { path: 'm50000', exports: [], edges: [] };
  expect(findImportLayers({ modules: [...chain, end], unread: [], branches: 0 })).toEqual({
    cycles: [],
    depth: 50_000,
  });
});

test('an import of a module that is not in the graph is ignored', () => {
  const modules = [{ path: 'a', exports: [], edges: [{ to: 'gone', kind: 'value' as const }] }];
  expect(findImportLayers({ modules, unread: [], branches: 0 }).cycles).toEqual([]);
});
