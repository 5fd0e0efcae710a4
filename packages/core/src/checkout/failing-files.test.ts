import { expect, test } from 'vitest';
import { findPaths } from './failing-files.ts';

const root = '/home/ada/my repo';

test.each([
  ['src/a.ts:12:3 - error TS2322: no', 'src/a.ts'],
  ['src/a.ts(12,3): error TS2322: no', 'src/a.ts'],
  ['    at Object.<anonymous> (src/a.js:1:2)', 'src/a.js'],
  ['    at it (/home/ada/my repo/src/a b.js:1:2)', 'src/a b.js'],
  ['    at file:///home/ada/x/a.mjs:1:2', '/home/ada/x/a.mjs'],
  ['FAIL tests/x.test.ts', 'tests/x.test.ts'],
  [' FAIL  tests/x.test.ts > adds > numbers', 'tests/x.test.ts'],
  ['  File "/home/ada/my repo/pkg/한 글.py", line 3, in x', 'pkg/한 글.py'],
  ['tests/test_a.py::test_x FAILED', 'tests/test_a.py'],
  ['tests/test_a.py:7: AssertionError', 'tests/test_a.py'],
  ['    a_test.go:12: got 1', 'a_test.go'],
  ['  --> src/main.rs:4:9', 'src/main.rs'],
  ["thread 'x' panicked at src/lib.rs:4:9:", 'src/lib.rs'],
  ["from lib/a.rb:3:in `call'", 'lib/a.rb'],
  ['app/(group)/page.tsx:3:1 error', 'app/(group)/page.tsx'],
  ['src\\win.ts:1', 'src\\win.ts'],
  ['- src/a.ts:3 `// TODO`', 'src/a.ts'],
  ['../outside.ts:1', '../outside.ts'],
])('W-114 finds the path in %j', (line, path) => {
  expect(findPaths(line, root)).toContain(path);
});

test('ignores URLs, Node internals, node_modules and the command line', () => {
  const text = [
    'see https://example.org/a.html',
    '    at node:internal/modules/run_main.js:1:2',
    '    at x (node_modules/vitest/dist/index.js:1:2)',
    '- Command: `node scripts/check.js`',
  ].join('\n');
  expect(findPaths(text, root)).toEqual([]);
});

test('returns each path once, in the order of the report', () => {
  expect(findPaths('b.ts:1\na.ts:1\nb.ts:9\n', root)).toEqual(['b.ts', 'a.ts']);
});

test('handles a hostile line quickly', () => {
  expect(findPaths(`${'('.repeat(100_000)}${'a.'.repeat(100_000)}`, root)).toEqual([]);
});
