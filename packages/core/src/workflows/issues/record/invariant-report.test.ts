import { expect, test } from 'vitest';
import type { Invariant } from '../../../effects/issues.ts';
import { claimsOf, countPassed, invariantReport, provedByCommands, settleJudged } from './invariant-report.ts';

const asked: readonly Invariant[] = [
  { id: 'app/core#INV-1', text: 'sums are exact' },
  { id: 'app/web#INV-2', text: 'no global state' },
];
const answer = (id: string, result: 'PASS' | 'WARN' | 'FAIL', evidence = 'src/a.ts:1 holds') => ({
  id,
  result,
  evidence,
});

test('I-33 I-79 the report has a heading and one line per invariant', () => {
  const report = invariantReport(2, [
    answer('app/core#INV-1', 'PASS'),
    answer('app/web#INV-2', 'FAIL', 'src/b.ts:3 leaks'),
  ]);
  expect(report.split('\n')).toEqual([
    'Invariant Check — Group 2:',
    '- [PASS] app/core#INV-1 — src/a.ts:1 holds',
    '- [FAIL] app/web#INV-2 — src/b.ts:3 leaks',
  ]);
});

test('I-33 an invariant without an answer has failed', () => {
  const settled = settleJudged(asked, [answer('INV-1', 'PASS')], []);
  expect(settled.map(({ id, result }) => [id, result])).toEqual([
    ['app/core#INV-1', 'PASS'],
    ['app/web#INV-2', 'FAIL'],
  ]);
  expect(countPassed(settled)).toBe(1);
});

test('I-33 evidence that names no existing place fails, and so does the worse of two answers', () => {
  const twice = [answer('INV-1', 'PASS'), answer('app/core#INV-1', 'WARN'), answer('INV-2', 'WARN')];
  expect(settleJudged(asked, twice, ['app/web#INV-2']).map(({ result }) => result)).toEqual(['WARN', 'FAIL']);
});

test('a shortened id that two invariants have is no answer', () => {
  const same = [
    { id: 'app/core#INV-1', text: 'a' },
    { id: 'app/web#INV-1', text: 'b' },
  ];
  expect(settleJudged(same, [answer('INV-1', 'PASS')], []).map(({ result }) => result)).toEqual(['FAIL', 'FAIL']);
});

test('only claims that it holds need evidence', () => {
  const answers = [answer('INV-1', 'FAIL', ''), answer('INV-2', 'WARN'), answer('INV-9', 'PASS')];
  expect(claimsOf(asked, answers)).toEqual([{ id: 'app/web#INV-2', evidence: 'src/a.ts:1 holds' }]);
});

test('I-34 a command proves its invariant, whatever anybody says', () => {
  const proved = provedByCommands([...asked, { id: 'app/core#INV-3', text: 'c', command: 'npm run sums' }], []);
  expect(proved).toEqual([{ id: 'app/core#INV-3', result: 'PASS', evidence: '`npm run sums`' }]);
});
