import { expect, test } from 'vitest';
import type { CodeGraph } from './graph.ts';
import { countNewExports } from './new-exports.ts';
import { findPackageFolders } from './package-folders.ts';

const graph = (exports: Readonly<Record<string, readonly string[]>>): CodeGraph => ({
  modules: Object.entries(exports).map(([path, names]) => ({ path, exports: names, edges: [] })),
  unread: [],
  branches: 0,
});

test.each([
  ['a new name and its re-export count once', { 'b.ts': ['x', 'y'], 'index.ts': ['y'] }, 1],
  ['a moved module adds none', { 'moved.ts': ['x'] }, 0],
  ['a second module with the same name adds one', { 'a.ts': ['x'], 'b.ts': ['x'] }, 1],
  ['tests have no public exports', { 'a.ts': ['x'], 'a.test.ts': ['y', 'z'] }, 0],
  ['a removed name adds none', {}, 0],
])('AO-29 %s', (_, after, expected) => {
  expect(countNewExports(graph({ 'a.ts': ['x'] }), graph(after))).toBe(expected);
});

test('AO-29 a manifest of any language makes its folder a package', () => {
  const paths = [
    'package.json',
    'a/go.mod',
    'a/b/Cargo.toml',
    'a/pyproject.toml',
    'a/src/main.go',
    'b/package.json.md',
  ];
  expect(findPackageFolders(paths)).toEqual(['', 'a', 'a/b']);
  const foreign = ['node_modules/x/package.json', 'a/vendor/y/go.mod', 'test/fixtures/z/package.json'];
  expect(findPackageFolders(foreign)).toEqual([]);
});
