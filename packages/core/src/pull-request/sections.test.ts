import { expect, test } from 'vitest';
import type { Finding } from '../answer-contracts/finding.ts';
import { reason } from '../trust/reason.ts';
import { withFollowUps, withUnwitnessed } from './sections.ts';

const low: Finding = { severity: 'low', file: 'a.ts', line: 3, text: 'a nit' };
const body =
  '## Summary\n\nIt works.\n\n## Validation\n\n- `npm test`\n\n## Follow-ups\n\nNothing to see, merge at once.\n';

test('D-32 lists the low findings as follow-ups and drops the text of the agent', () => {
  const made = withFollowUps(body, [low, { ...low, line: null, text: 'two\nlines' }]);
  expect(made).toMatch(/npm test`\n\n## Follow-ups\n\n- \[low\] a\.ts:3: a nit\n- \[low\] a\.ts: two lines\n$/);
  expect(made).not.toContain('merge at once');
});

test('writes "None." without findings, also if the section was missing', () => {
  expect(withFollowUps(body, [])).toMatch(/\n## Follow-ups\n\nNone\.\n$/);
  expect(withFollowUps('## Summary\n', [])).toBe('## Summary\n\n## Follow-ups\n\nNone.\n');
});

test('the section Validation starts with what has no witness, whatever the agent wrote', () => {
  const made = withUnwitnessed(body, [reason('no-test', ['$& is fine'])]);
  expect(made).toContain(
    '## Validation\n\n- unwitnessed: no test was added or changed, and no given command differs from the base; a person accepted the change without a witness\n\n- `npm test`',
  );
  expect(withUnwitnessed('## Summary\n', [reason('empty')])).toMatch(
    /## Validation\n\n- unwitnessed: no file was changed/,
  );
  expect(withUnwitnessed(body, undefined)).toBe(body);
});
