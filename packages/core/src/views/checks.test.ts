import { expect, test } from 'vitest';
import { check } from '../effects/check.ts';
import { ok, sampleFailure } from '../failure/failure.ts';
import { answered, asked, journalOf, started } from '../testing/facts.ts';
import { listChecks } from './checks.ts';

const npmTest = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
const log = { path: 'artifacts/1-report.1.log', sha256: 'x', bytes: 9 };
const report = (green: boolean, exitCode: number | null) => ok({ green, exitCode, tail: '', log });

test.each([
  ['in progress has no colour', [], { green: null, exitCode: null, endedAt: null, log: null }],
  [
    'that passed is green',
    [report(true, 0)],
    { green: true, exitCode: 0, endedAt: '1970-01-01T00:00:02.000Z', log: '.harness/runs/r/artifacts/1-report.1.log' },
  ],
  [
    'that failed is red',
    [report(false, 3)],
    { green: false, exitCode: 3, log: '.harness/runs/r/artifacts/1-report.1.log' },
  ],
  ['ended by a signal is red, without an exit code', [report(false, null)], { green: false, exitCode: null }],
  [
    'that did not finish is never green',
    [sampleFailure('check.timed-out')],
    { green: false, exitCode: null, log: null },
  ],
  [
    'that did not start is never green',
    [sampleFailure('check.unstartable')],
    { green: false, exitCode: null, log: null },
  ],
])('a check %s', (_, answers, expected) => {
  const [row] = listChecks([journalOf([asked('1/c', npmTest), ...answers.map((answer) => answered('1/c', answer))])]);
  expect(row).toMatchObject({ key: '1/c', command: 'npm test', startedAt: '1970-01-01T00:00:01.000Z', ...expected });
});

test('leaves out the checks of the base before any work', () => {
  const onBase = asked('0/report', check({ command: 'test', cwd: '.', timeoutMs: 1, isProof: true, isBase: true }));
  expect(listChecks([journalOf([started(), onBase])])).toEqual([]);
});

test('marks a check that proves new tests on the base: its red is no verdict on the product', () => {
  const proving = check({ command: 'npm test', cwd: '.', timeoutMs: 1, isProof: true });
  const family = [journalOf([asked('1/c', npmTest), asked('2/c', proving), answered('2/c', report(false, 1))])];
  expect(listChecks(family).map(({ isProof, green }) => [isProof, green])).toEqual([
    [false, null],
    [true, false],
  ]);
});

test('shows the test count if it is known', () => {
  const tests = { tests: 3, passed: 2, failed: 0, skipped: 1 };
  const known = ok({ green: true, exitCode: 0, tail: '', log, tests });
  const rows = [known, report(true, 0), sampleFailure('check.timed-out')].map(
    (answer) => listChecks([journalOf([asked('1/c', npmTest), answered('1/c', answer)])])[0]?.tests,
  );
  expect(rows).toEqual([tests, null, null]);
});

test('says how many tests of the base are missing if none of them was executed', () => {
  const compared = { base: 2, lost: 2, names: 'adds, sums', hash: '1f', isNone: true };
  const rows = [compared, { ...compared, lost: 1, isNone: false }, undefined].map((each) => {
    const red = { green: false, exitCode: 0, tail: '', log };
    const answer = ok(each === undefined ? red : { ...red, compared: each });
    return listChecks([journalOf([asked('1/c', npmTest), answered('1/c', answer)])])[0]?.missingBaseTests;
  });
  expect(rows).toEqual([2, null, null]);
});

test('names the log of an archived run by its new path', () => {
  const journal = journalOf([asked('1/c', npmTest), answered('1/c', report(true, 0))]);
  const [row] = listChecks([{ ...journal, place: 'archive' }]);
  expect(row?.log).toBe('.harness/archive/r/artifacts/1-report.1.log');
});

test('includes the checks of children', () => {
  const own = journalOf([asked('1/c', npmTest)], 'r');
  const child = journalOf([asked('0/c', npmTest)], 'r.2.lane');
  expect(listChecks([own, child]).map(({ key }) => key)).toEqual(['1/c', '0/c']);
});
