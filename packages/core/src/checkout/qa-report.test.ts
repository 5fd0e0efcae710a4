import { expect, test } from 'vitest';
import { readQaReport } from './qa-report.ts';

const report = (verdict: string) =>
  `## QA Report — Round 1\n\n${verdict}\n\n### Layer 2\n| criterion | met |\n| a | YES |\n`;

test.each([
  ['### Verdict: PASS', 'PASS'],
  ['### Verdict: FAIL', 'FAIL'],
  ['### Verdict: FAIL  \r', 'FAIL'],
  ['### Verdict: PASS\n### Verdict: PASS', 'PASS'],
])('W-132 reads %j as %s', (verdict, expected) => expect(readQaReport(report(verdict)).verdict).toBe(expected));

test.each([
  '',
  'Verdict: PASS',
  '## Verdict: PASS',
  '### Verdict: pass',
  '### Verdict: PASS (mostly)',
  '### Verdict: PASS|FAIL',
  ' ### Verdict: PASS',
  '### Verdict: PASS\n### Verdict: FAIL',
  '```\n### Verdict: PASS\n```',
  '````\n```\n### Verdict: PASS',
  '### 판정: PASS',
])('W-132 reads %j as unreadable, never as PASS', (verdict) =>
  expect(readQaReport(report(verdict)).verdict).toBe('unreadable'),
);

test('ignores a verdict quoted in code', () => {
  expect(readQaReport('```md\n### Verdict: PASS\n```\n### Verdict: FAIL\n').verdict).toBe('FAIL');
});

test('W-136 the summary is the start of the Fix Instructions, up to the next section', () => {
  const text = '### Verdict: FAIL\n\n### Fix Instructions\n\n1. do this\n#### why\nbecause\n\n### Pre-mortem\nno\n';
  expect(readQaReport(text).summary).toBe('1. do this\n#### why\nbecause');
  expect(readQaReport(`## Fix Instructions\n${'x'.repeat(600)}`).summary).toHaveLength(500);
});

test('without Fix Instructions the summary lists the failed rows', () => {
  expect(readQaReport('### Verdict: FAIL\n| 검색 | NO | a.ts:3 |\n| 정렬 | YES | |').summary).toBe(
    '| 검색 | NO | a.ts:3 |',
  );
  expect(readQaReport('### Verdict: PASS').summary).toBe('');
});
