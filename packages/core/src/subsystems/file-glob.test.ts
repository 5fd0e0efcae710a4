import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globsOverlap, hasWildcard, matchesFileGlob, normalizeGlob } from './file-glob.ts';

test.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'lib/a.ts', false],
  ['src/', 'src/a/b.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['src/**/*.{ts,tsx}', 'src/b.tsx', true],
  ['{src,lib}/{a,{b,c}}.ts', 'lib/c.ts', true],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
  ['src/?.ts', 'src/a.ts', true],
  ['{src', '{src', false],
])('%j matches %j: %s', (glob, path, expected) => {
  expect(matchesFileGlob(path, [glob])).toBe(expected);
});

test.each([
  ['./src//a.ts', 'src/a.ts'],
  [' src/ ', 'src/'],
  ['한글/**', '한글/**'],
  ['', null],
  ['/etc/**', null],
  ['C:/x', null],
  ['../x/**', null],
  ['src/../../x', null],
  ['src\\a.ts', null],
  ['!src/**', null],
  ['.git/hooks/*', null],
  ['a/.GIT./x', null],
  ['src/\u0007', null],
  ['src/{a', null],
  ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', null],
  ['a'.repeat(300), null],
])('FG1 the glob %j is %j', (glob, expected) => {
  expect(normalizeGlob(glob)).toBe(expected);
});

test('only a path without wildcards is one file', () => {
  expect(['src/a.ts', 'app/[id].ts'].some(hasWildcard)).toBe(false);
  expect(['src/*.ts', 'src/', 'a?', '{a,b}'].every(hasWildcard)).toBe(true);
});

test.each([
  ['src/**', 'src/ui/**', true],
  ['src/*.ts', 'src/*.js', false],
  ['**/*.test.ts', 'src/**', true],
  ['src/a*', 'src/*b', true],
  ['src/a?', 'src/abc', false],
  ['src/{a,b}/**', 'src/{c,b}/x', true],
  ['src/a.ts', 'src/b.ts', false],
  ['src', 'src/**', true],
])('FG3 %j and %j overlap: %s', (one, other, expected) => {
  expect([globsOverlap(one, other), globsOverlap(other, one)]).toEqual([expected, expected]);
});

const glob = fc
  .array(fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '**', '{a,b}'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('/'));
const path = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'aab'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('/'));

test('FG3 globs that match the same path overlap', () => {
  fc.assert(
    fc.property(glob, glob, path, (one, other, file) => {
      if (matchesFileGlob(file, [one]) && matchesFileGlob(file, [other])) expect(globsOverlap(one, other)).toBe(true);
      expect(globsOverlap(one, other)).toBe(globsOverlap(other, one));
      expect(globsOverlap(one, one)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('FG2 a hostile glob and a deep path take no time', () => {
  const deep = 'a/'.repeat(2_000).slice(0, -1);
  const start = performance.now();
  expect(matchesFileGlob(`${deep}/b`, [`${'**/a/'.repeat(39)}c`])).toBe(false);
  expect(matchesFileGlob('a'.repeat(4_000), [`${'*a'.repeat(99)}b`])).toBe(false);
  expect(globsOverlap('*a'.repeat(99), `${'*a'.repeat(99)}b`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1_000);
});
