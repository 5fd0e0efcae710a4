import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { edgesOf, exportsOf, graphOf } from './scratch-graph.suite.ts';

afterAll(clearScratch);

const json = (value: unknown) => JSON.stringify(value);

test('imports of every kind lead to files', async () => {
  const graph = await graphOf({
    'a.ts': [
      "import './side.js';",
      "import { type T } from './types';",
      "import type { U } from './types';",
      "import value, { type V } from './value.ts';",
      "export * from './all';",
      "export { x as y } from './some';",
      "export type { W } from './only-type';",
      "const lazy = () => import('./lazy');",
      "let t: import('./in-type').X;",
      'const computed = import(name);',
      "import fs from 'node:fs';",
      "import missing from './missing';",
    ].join('\n'),
    'b.cjs':
      "const a = require('./value');\nif (a) require(name);\nmodule.exports = { one, two };\nexports.three = 3;\n",
    'c.cts': "import k = require('./value');\nexport = k;\n",
    'side.ts': '',
    'types.d.ts': 'export interface T {}\n',
    'value.ts':
      'export default function make() {}\nexport const { p, q: [r] } = o;\nexport class K {}\nexport type Z = 1;\n',
    'all/index.tsx': 'export default () => <p />;\n',
    'some.jsx': 'export const x = <p />;\n',
    'only-type.mts': 'export type W = 1;\n',
    'lazy.js': '',
    'in-type.ts': 'export interface X {}\n',
  });
  expect(graph.unread).toEqual([]);
  expect(edgesOf(graph)).toEqual(
    [
      'a.ts -> side.ts',
      'a.ts -> types.d.ts (type-only)',
      'a.ts -> value.ts',
      'a.ts -> all/index.tsx (re-export)',
      'a.ts -> some.jsx (re-export)',
      'a.ts -> only-type.mts (type-only)',
      'a.ts -> lazy.js (dynamic)',
      'a.ts -> in-type.ts (type-only)',
      'b.cjs -> value.ts',
      'c.cts -> value.ts',
    ].sort(),
  );
  expect(exportsOf(graph)).toMatchObject({
    'a.ts': ['W', 'y'],
    'b.cjs': ['one', 'three', 'two'],
    'value.ts': ['K', 'Z', 'make', 'p', 'r'],
    'all/index.tsx': ['index'],
  });
});

test('paths of tsconfig, workspaces, exports, imports and self-references lead to files', async () => {
  const graph = await graphOf({
    'package.json': json({ name: 'root', private: true, workspaces: ['packages/*', '!packages/left-out'] }),
    'tsconfig.json': `{
      // a base of a package is not in the commit
      "extends": "@tsconfig/node20/tsconfig.json",
      "compilerOptions": { "paths": { "@app/*": ["./packages/app/src/*"] }, },
    }`,
    'packages/app/package.json': json({ name: '@x/app', imports: { '#own/*': './src/own/*.ts' } }),
    'packages/app/src/main.ts':
      "import '@x/lib'; import '@x/lib/deep'; import '#own/part'; import '@app/other'; import 'left-out'; import '@x/lib/hidden';\n",
    'packages/app/src/own/part.ts': '',
    'packages/app/src/other.ts': '',
    'packages/lib/package.json': json({
      name: '@x/lib',
      exports: { '.': './src/index.ts', './deep': './src/deep.ts' },
    }),
    'packages/lib/src/index.ts': "import '@x/lib/deep';\n",
    'packages/lib/src/deep.ts': '',
    'packages/lib/src/hidden.ts': '',
    'packages/left-out/package.json': json({ name: 'left-out', main: 'index.js' }),
    'packages/left-out/index.js': '',
  });
  expect(edgesOf(graph)).toEqual([
    'packages/app/src/main.ts -> packages/app/src/other.ts',
    'packages/app/src/main.ts -> packages/app/src/own/part.ts',
    'packages/app/src/main.ts -> packages/lib/src/deep.ts',
    'packages/app/src/main.ts -> packages/lib/src/index.ts',
    'packages/lib/src/index.ts -> packages/lib/src/deep.ts',
  ]);
});

test('packages of a pnpm workspace lead to files', async () => {
  const graph = await graphOf({
    'pnpm-workspace.yaml': "packages:\n  # all of them\n  - 'libs/**'\ncatalog:\n  a: 1\n",
    'libs/deep/one/package.json': json({ name: 'one', main: './start.js' }),
    'libs/deep/one/start.js': '',
    'libs/two/package.json': json({ name: 'two' }),
    'libs/two/index.js': "require('one');\n",
  });
  expect(edgesOf(graph)).toEqual(['libs/two/index.js -> libs/deep/one/start.js']);
});
