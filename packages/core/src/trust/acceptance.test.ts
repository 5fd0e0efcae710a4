import { describe, expect, test } from 'vitest';
import type { TestResult, TestResults } from '../test-report/results.ts';
import { maxFrozenFiles, runProblems, writtenProblems } from './acceptance.ts';

const file = 'src/discount.accept.test.js';
const good = { files: [file], tests: [file], others: [], unreadable: [], bare: [] };

test('A1 new test files with assertions may run', () => {
  expect(writtenProblems(good)).toEqual([]);
});

test.each([
  ['no-test', { ...good, files: [], tests: [] }],
  ['other-files', { ...good, others: ['src/discount.js'] }],
  ['too-many', { ...good, files: Array.from({ length: maxFrozenFiles + 1 }, (_, n) => `test/${n}.js`) }],
  ['unreadable', { ...good, unreadable: [file] }],
  ['no-assertion', { ...good, bare: ['adds'] }],
])('A1 %s', (code, written) => {
  expect(writtenProblems(written).map((one) => one.code)).toEqual([code]);
});

const results = (...tests: readonly TestResult[]): TestResults => ({ isReported: true, runner: 'node', tests });
const one = (is: TestResult['is'], name = 'adds'): TestResult => ({ name, is, file });
const red = { green: false, output: '' };

describe('A2, A3', () => {
  test.each<[string, Parameters<typeof runProblems>[1], readonly string[]]>([
    ['a failing test', { ...red, results: results(one('failed'), one('passed', 'keeps')) }, []],
    ['a file that cannot be loaded', { ...red, results: results(), output: `at ${file}:1\nCannot find module` }, []],
    ['a file that the command does not run', { ...red, results: results() }, ['not-run']],
    ['tests that are all skipped', { ...red, results: results(one('skipped')) }, ['not-run']],
    ['only passing tests in a red run', { ...red, results: results(one('passed')) }, ['green']],
    ['a green run', { green: true, output: '', results: results(one('failed')) }, ['green']],
    ['a run that did not finish', { ...red, results: null }, ['unfinished']],
    [
      'unknown single tests, with the file in the output',
      { ...red, results: { ...results(), tests: null }, output: file },
      [],
    ],
  ])('%s', (_, run, codes) => {
    expect(runProblems([file], run).map(({ code }) => code)).toEqual(codes);
  });
});
