import { expect, test } from 'vitest';
import { selectProofs } from './proof.ts';

const file = (path: string, before: string | null, after: string | null) => ({ path, newPath: path, before, after });
const one = "test('a', () => { expect(1).toBe(1); });\n";

test('R1, R2 proves each new or extended test file alone, with the other test files beside it', () => {
  expect(
    selectProofs([
      file('src/a.test.ts', null, one),
      file('src/b.test.ts', one, one + one),
      file('test/reword.test.ts', one, one.replace('1', '2')),
      file('test/support.ts', null, 'export const two = 2;'),
      file('test/gone.test.ts', one, null),
      file('src/main.ts', null, one),
    ]),
  ).toEqual([
    { tests: ['src/a.test.ts'], beside: ['test/reword.test.ts', 'test/support.ts'] },
    { tests: ['src/b.test.ts'], beside: ['test/reword.test.ts', 'test/support.ts'] },
  ]);
});

test('R1 a new script with only assertions is a test; a file in an unknown language is not', () => {
  expect(selectProofs([file('test/plain.js', null, "require('assert').ok(true); assert(1)")])).toHaveLength(1);
  expect(selectProofs([file('test/a.zig', null, one)], ['test/**'])).toEqual([]);
});

test('R3 proves many test files at once', () => {
  const many = Array.from({ length: 6 }, (_, n) => file(`src/${n}.test.ts`, null, one));
  expect(selectProofs(many).map(({ tests }) => tests.length)).toEqual([6]);
});
