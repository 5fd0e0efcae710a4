import { expect, test } from 'vitest';
import { type RunFindings, recurringFindings } from './recurring-findings.ts';

const run = (name: string, ...texts: readonly (readonly [file: string, text: string])[]): RunFindings => ({
  run: name,
  findings: texts.map(([file, text]) => ({ file, text })),
});
const [first, second] = [
  ['src/a.ts', 'The error of `open()` is not handled by the caller.'],
  ['src/deep/b.ts', 'the error of `read(7)` in src/b.ts:12 is not handled by any caller'],
] as const;

test('D-08 finds advice repeated in several runs, whatever names it contains', () => {
  expect(
    recurringFindings([run('one', first), run('two', second), run('three', ['a.ts', 'A page has no title.'])]),
  ).toEqual([{ text: second[1], kind: '.ts', runs: ['one', 'two'] }]);
});

test('ignores repetition within one run or for another kind of file', () => {
  expect(recurringFindings([run('one', first, second), run('two', ['a.py', first[1]])])).toEqual([]);
});

test('sorts by frequency and ignores findings that consist only of names', () => {
  const all = ['one', 'two', 'three'].map((name, n) =>
    run(
      name,
      ['a.ts', 'It has no test at all.'],
      ['b.ts', '`x` 7'],
      ...(n > 0 ? [['c.ts', 'Typing error in words.'] as const] : []),
    ),
  );
  expect(recurringFindings(all).map(({ runs }) => runs.length)).toEqual([3, 2]);
});
