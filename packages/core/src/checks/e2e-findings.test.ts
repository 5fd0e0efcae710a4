import { expect, test } from 'vitest';
import { ok, sampleFailure } from '../failure/failure.ts';
import { sampleArtifact } from '../journal/artifact.ts';
import { failureLines, findingsFromE2e, parseFailureFindings } from './e2e-findings.ts';

test('D-36 each failed Playwright test is a blocking finding', () => {
  const output = [
    'Running 3 tests using 1 worker',
    '  1) [chromium] › tests/login.spec.ts:12:5 › login › shows the page ──────────',
    '    Error: expect(received).toBe(expected)',
    '  2) tests/cart.spec.ts:3:1 › adds a thing ───',
    '  1) [chromium] › tests/login.spec.ts:12:5 › login › shows the page (retry #1) ──',
    '  2 failed',
  ].join('\n');
  expect(parseFailureFindings(output, 'npx playwright test')).toEqual([
    { severity: 'high', file: 'tests/login.spec.ts', line: 12, text: 'end to end: login › shows the page' },
    { severity: 'high', file: 'tests/cart.spec.ts', line: 3, text: 'end to end: adds a thing' },
    { severity: 'high', file: 'tests/login.spec.ts', line: 12, text: 'end to end: login › shows the page (retry #1)' },
  ]);
});

test('D-36 failures of other runners are findings without duplicates', () => {
  const output = 'ok 1 - a\nnot ok 2 - shows the page\nFAIL e2e/cart.ts > adds\nnot ok 2 - shows the page';
  expect(parseFailureFindings(output, 'npm run e2e').map(({ file, text }) => [file, text])).toEqual([
    ['e2e', 'end to end: shows the page'],
    ['e2e', 'end to end: e2e/cart.ts > adds'],
  ]);
});

test('D-36 a failure without output is one finding, and the number of findings is limited', () => {
  expect(parseFailureFindings('', 'npm run e2e')).toEqual([
    { severity: 'high', file: 'e2e', line: null, text: 'end to end: `npm run e2e` failed' },
  ]);
  expect(parseFailureFindings('a\n\nlast words\n', 'x')[0]?.text).toBe('end to end: `x` failed · a · last words');
  const many = Array.from({ length: 50 }, (_, n) => `not ok ${n} - test ${n}`).join('\n');
  expect(parseFailureFindings(many, 'x')).toHaveLength(10);
});

test('D-36 finds the failed tests in the whole log, not only at its end', () => {
  const log = `ok 1 - a\nnot ok 2 - shows the page\n${'npm notice\n'.repeat(500)}`;
  expect(failureLines(log)).toBe('not ok 2 - shows the page');
  const report = { green: false, exitCode: 1, tail: 'npm notice', log: sampleArtifact, failed: failureLines(log) };
  expect(findingsFromE2e(ok(report), 'npm run e2e')).toMatchObject([{ text: 'end to end: shows the page' }]);
  expect(findingsFromE2e(sampleFailure('check.timed-out', { tail: 'waiting' }), 'x')).toMatchObject([
    { text: 'end to end: `x` failed · waiting' },
  ]);
});
