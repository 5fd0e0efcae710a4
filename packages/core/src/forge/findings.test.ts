import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';

const red = (name: string, detail: string) => ({ name, detail, colour: 'red' as const, url: '' });

test('each test that a red check names is a blocking finding; a check without names is one finding', () => {
  const found = findingsOf([
    red('e2e', 'failure\n\n  1) [chromium] › tests/login.spec.ts:12:5 › shows the page ───\n##[error]exit code 1'),
    red('lint', 'failure: 3 problems\nsee the log'),
  ]);
  expect(found).toEqual([
    { severity: 'high', file: 'tests/login.spec.ts', line: 12, text: 'CI: shows the page' },
    { severity: 'high', file: 'lint', line: null, text: 'CI: `lint` failed · failure: 3 problems · see the log' },
  ]);
});

test('limits the number of findings', () => {
  expect(findingsOf(Array.from({ length: 100 }, (_, n) => red(`job ${n}`, 'failure')))).toHaveLength(20);
});
