import { expect, test } from 'vitest';
import { findAssertingBlocks, importedPath, isAssertionLibrary, isTestSupport, saysAssertion } from './assertions.ts';

const block = (names: readonly string[], uses: readonly string[], asserts = false) => ({
  names,
  uses: new Set(uses),
  asserts,
});

test('A1 code asserts through functions of the same file, in any order and with cycles', () => {
  const [last, middle, first] = [
    block(['last'], ['first'], true),
    block(['middle'], ['last']),
    block(['first'], ['middle']),
  ];
  const [idle, loop] = [block(['idle'], ['loop']), block(['loop'], ['idle'])];
  const asserting = findAssertingBlocks([first, idle, middle, loop, last]);
  expect([...asserting].flatMap(({ names }) => names).sort()).toEqual(['first', 'last', 'middle']);
});

test.each([
  'assert',
  'assertEqual',
  'assert_that',
  'expectTypeOf',
  'toMatchSnapshot',
  'checkUser',
  'verify_all',
  'mustBe',
  'findByRole',
])('A1 %s says that it asserts', (name) => expect(saysAssertion(name)).toBe(true));

test.each(['checkout', 'matcher', 'parse', 'dispatch', 'getById', 'log', 'warn', 'mustache', ''])(
  'A1 %s does not say that it asserts',
  (name) => expect(saysAssertion(name)).toBe(false),
);

test('A2 assertion libraries and files of the tests are known by name', () => {
  expect(['node:assert/strict', 'assert', 'chai', '@std/assert', 'expect'].filter(isAssertionLibrary)).toHaveLength(5);
  expect(['node:test', 'vitest', 'express', './expected-user.ts'].filter(isAssertionLibrary)).toEqual([]);
  expect(isTestSupport('test/server', 'js')).toBe(true);
  expect(isTestSupport('src/user.test.ts', 'js')).toBe(true);
  expect(isTestSupport('src/fixtures.ts', 'js')).toBe(true);
  expect(isTestSupport('src/user.ts', 'js')).toBe(false);
});

test('A2 a module names a path of the repository, or one in its package', () => {
  expect(importedPath('src/a/b.ts', '../c.ts')).toBe('src/c.ts');
  expect(importedPath('a.ts', '@app/core/testing/x')).toBe('testing/x');
  expect(importedPath('a.ts', '@/test/x')).toBe('test/x');
  expect(importedPath('a.ts', '@playwright/test')).toBeUndefined();
  expect(importedPath('a.ts', 'vitest')).toBeUndefined();
});
