import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MutatedFile, selectMutants } from './select-mutants.ts';
import { type MutantKind, mutantKinds } from './source.ts';

const file = (path: string, rows: readonly (readonly [line: number, kind: MutantKind])[]): MutatedFile => ({
  path,
  lines: new Set(rows.map(([line]) => line)),
  facts: { mutants: rows.map(([line, kind], at) => ({ kind, start: at, end: at + 1, text: '-', line, was: '+' })) },
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => [at + 1, 'comparison'] as const);

test('M1 selects only mutants on the given lines', () => {
  const some = { ...file('a.ts', lines(9)), lines: new Set([4, 7]) };
  expect(selectMutants([some], 12).map(({ line }) => line)).toEqual([4, 7]);
  expect(selectMutants([], 12)).toEqual([]);
  expect(selectMutants([some], 0)).toEqual([]);
});

test('M2 spreads the mutants over files and lines', () => {
  const selected = selectMutants([file('b.ts', lines(80)), file('a.ts', lines(2)), file('c.ts', [])], 6);
  expect(selected.map(({ path, line }) => `${path}:${line}`)).toEqual([
    'a.ts:1',
    'b.ts:1',
    'a.ts:2',
    'b.ts:41',
    'b.ts:21',
    'b.ts:61',
  ]);
});

test('M2 spreads the mutants over many files', () => {
  const files = Array.from({ length: 8 }, (_, at) => file(`${at}.ts`, lines(3)));
  expect(selectMutants(files, 4).map(({ path }) => path)).toEqual(['0.ts', '4.ts', '2.ts', '6.ts']);
});

test('M3 uses every line once before it uses a line twice', () => {
  const rows = [...lines(3), ...lines(3)];
  expect(selectMutants([file('a.ts', rows)], 4).map(({ line }) => line)).toEqual([1, 3, 2, 1]);
});

test('M4 uses edits of texts and removed calls last', () => {
  const rows = [
    [1, 'string'],
    [2, 'call'],
    [3, 'return'],
    [4, 'number'],
  ] as const;
  expect(selectMutants([file('a.ts', rows)], 3).map(({ kind }) => kind)).toEqual(['return', 'number', 'string']);
});

test('M1 selects as many different mutants as there are, in the same order for any order of files', () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...mutantKinds));
  fc.assert(
    fc.property(fc.array(fc.array(row), { maxLength: 6 }), fc.nat(40), (all, count) => {
      const files = all.map((rows, at) => file(`${at}.ts`, rows));
      const selected = selectMutants(files, count);
      expect(selected).toHaveLength(Math.min(count, all.flat().length));
      expect(new Set(selected.map(({ path, start }) => `${path}:${start}`)).size).toBe(selected.length);
      expect(selectMutants(files.toReversed(), count)).toEqual(selected);
    }),
  );
});
