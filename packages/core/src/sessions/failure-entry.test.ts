import { expect, test } from 'vitest';
import { addFailure } from './failure-entry.ts';

const entry = {
  date: '2026-03-19T10:00:00Z',
  skill: 'harness-autopilot',
  phase: 4,
  text: 'Task 4\nfails',
} as const;
const line = '- **2026-03-19 [skill:harness-autopilot] [type:task-failure]:** Task 4 fails\n';

test.each([
  ['a new file', null, `# Failures\n\n${line}`],
  ['an empty file', ' \n', `# Failures\n\n${line}`],
  ['a file', '# Failures\n\n- old\n', `# Failures\n\n- old\n${line}`],
  ['a file without a last line break', '- old', `- old\n${line}`],
])('AO-18 a failure is one dated line at the end of %s', (_, text, expected) => {
  expect(addFailure(text, entry)).toBe(expected);
});

test('AO-18 a failure of the final review has its own type', () => {
  expect(addFailure(null, { ...entry, phase: null })).toContain('[type:review-failure]');
});

test('AO-18 a failure is bounded', () => {
  expect(addFailure(null, { ...entry, text: 'x\n'.repeat(5_000_000) }).length).toBeLessThan(1_200);
});
