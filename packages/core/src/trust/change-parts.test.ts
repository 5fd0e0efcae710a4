import { describe, expect, test } from 'vitest';
import { defaultTestGlobs } from '../test-guard/files.ts';
import { changeParts, readsRunner, unconcernedTests } from './change-parts.ts';

const added = (path: string, after: string) => ({ path, newPath: path, before: null, after });
const aTest = "import { a } from '../src/a.js';\ntest('a', () => { assert.equal(a(), 1); });\n";

test('C1, C2 separates tests, their support, documents and product', () => {
  const touched = [
    added('test/a.test.js', aTest),
    added('test/shared.js', 'export const one = 1;\n'),
    added('test/__snapshots__/a.snap', 'x'),
    added('src/a.js', 'export const a = () => 1;\n'),
    added('docs/a.md', '# a\n'),
    { path: 'test/old.test.js', newPath: 'test/old.test.js', before: aTest, after: null },
  ];
  const { tests, support, product, others, data } = changeParts(touched, defaultTestGlobs);
  expect(tests.map(({ newPath }) => newPath)).toEqual(['test/a.test.js', 'test/old.test.js']);
  expect(support.map(({ newPath }) => newPath)).toEqual(['test/shared.js', 'test/__snapshots__/a.snap']);
  expect(product.map(({ newPath }) => newPath)).toEqual(['src/a.js']);
  expect(others).toEqual(['test/a.test.js', 'src/a.js', 'test/old.test.js']);
  expect(data).toEqual(['test/shared.js', 'test/__snapshots__/a.snap']);
});

describe('C3 documents', () => {
  const others = (path: string) => changeParts([added(path, 'x')], defaultTestGlobs).others;
  test.each([
    ...[
      'README.md',
      'docs/a.rst',
      'LICENSE',
      'notes.txt',
      'docs/picture.png',
      'docs/notes.txt',
      'packages/a/docs/plan.org',
    ],
    ...['src/README.txt', 'src/README.md', 'packages/a/LICENSE.txt'],
  ])('%s is one', (path) => expect(others(path)).toEqual([]));
  test.each([
    ...['requirements.txt', 'requirements-dev.txt', 'CMakeLists.txt', 'src/a.js', 'package.json', 'src/logo.png'],
    ...['src/rates.txt', 'packages/a/src/words.org', 'data/rates.txt', 'docs/requirements.txt'],
  ])('%s is none', (path) => expect(others(path)).toEqual([path]));
});

test('a page in a folder of tests is for people; a text there may be what a test expects', () => {
  const data = (path: string) => changeParts([added(path, 'x')], defaultTestGlobs).data;
  expect(['test/README.md', 'test/expected.txt', 'test/cases.json'].flatMap(data)).toEqual([
    'test/expected.txt',
    'test/cases.json',
  ]);
});

test('an isolated run keeps the support of tests, and tests that the tests concerned import', () => {
  const texts = new Map([
    ['test/a.test.js', `import './base.test.js';\n${aTest}`],
    ['test/base.test.js', aTest],
    ['test/other.test.js', aTest],
    ['test/shared.js', 'export const one = 1;\n'],
  ]);
  const tree = { paths: new Set([...texts.keys(), 'src/a.js']), texts };
  expect(unconcernedTests(tree, ['test/a.test.js'])).toEqual(['test/other.test.js']);
});

test('finds added lines that ask for a test runner, and no old ones', () => {
  const old = 'if (process.env.VITEST) x();\n';
  const file = {
    path: 'src/a.js',
    newPath: 'src/a.js',
    before: old,
    after: `${old}y(process.env.NODE_TEST_CONTEXT);\n`,
  };
  expect(readsRunner({ product: [file] })).toEqual(['src/a.js:2: y(process.env.NODE_TEST_CONTEXT);']);
});
