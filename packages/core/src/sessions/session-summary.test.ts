import { expect, test } from 'vitest';
import { type SessionSummary, summaryText, updateSessionIndex } from './session-summary.ts';

const summary: SessionSummary = {
  session: 'changes--scanner--proposal',
  lastActive: '2026-03-19T10:00:00Z',
  skill: 'harness-autopilot',
  phase: '2 of 3: Rules',
  status: 'executing',
  spec: 'docs/changes/scanner/proposal.md',
  plan: null,
  keyContext: 'Task 4\n**Status:** done',
  nextStep: 'harness resume',
};

test('A-74, AO-20 a summary has one bold label per field, and no text adds one', () => {
  const lines = summaryText(summary)
    .split('\n')
    .filter((line) => line.startsWith('**'));
  expect(lines.map((line) => line.split(':**')[0]?.slice(2))).toEqual([
    'Session',
    'Last active',
    'Skill',
    'Phase',
    'Status',
    'Spec',
    'Plan',
    'Key context',
    'Next step',
  ]);
  expect(lines).toContain('**Plan:** none');
  expect(lines).toContain('**Key context:** Task 4 **Status:** done');
});

const link = '- [changes--scanner--proposal](changes--scanner--proposal/summary.md)';
const line = `${link} — executing, 2 of 3: Rules, 2026-03-19`;

test.each([
  ['a new index', null, `# Sessions\n\n${line}\n`],
  [
    'its line',
    `# Sessions\n\n${link} — planning\n- [b](b/summary.md) — done\n`,
    `# Sessions\n\n${line}\n- [b](b/summary.md) — done\n`,
  ],
  [
    'no line of a longer name',
    '- [b](changes--scanner--proposal-2/summary.md) — done',
    `- [b](changes--scanner--proposal-2/summary.md) — done\n${line}\n`,
  ],
  ['two lines of it', `${link} — a\n${link} — b\n`, `${line}\n`],
])('AO-20 the index of sessions replaces %s', (_, index, expected) => {
  expect(updateSessionIndex(index, summary)).toBe(expected);
  expect(updateSessionIndex(expected, summary)).toBe(expected);
});
