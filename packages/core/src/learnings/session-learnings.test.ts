import { expect, test } from 'vitest';
import { addLearnings, promoteLearnings } from './session-learnings.ts';

const source = { date: '2026-03-04T05:06:07Z', skill: 'harness-execution' };
const session = addLearnings(
  null,
  [
    { outcome: 'gotcha', text: 'Ports clash.' },
    { outcome: 'success', text: 'It works.' },
    { outcome: 'failure', text: 'It broke.' },
    { outcome: 'decision', text: 'Use UTC.' },
    { outcome: 'observation', text: 'Builds are slow.' },
  ],
  source,
);

test('AO-19 a learning is a dated bullet with its skill and outcome', () => {
  expect(session.split('\n').slice(0, 3)).toEqual([
    '# Learnings',
    '',
    '- **2026-03-04 [skill:harness-execution] [outcome:gotcha]:** Ports clash.',
  ]);
});

test('A-85 AO-19 only gotchas, decisions and observations are promoted, each once', () => {
  const project = '# Ours\r\n\r\n- **2025-01-01 [skill:x] [outcome:gotcha]:** ports  CLASH.\r\n\r\nA note';
  const first = promoteLearnings(project, session);
  expect(first).toEqual({
    text: [
      project,
      '- **2026-03-04 [skill:harness-execution] [outcome:decision]:** Use UTC.',
      '- **2026-03-04 [skill:harness-execution] [outcome:observation]:** Builds are slow.',
      '',
    ].join('\n'),
    promoted: 2,
    total: 3,
  });
  expect(promoteLearnings(first.text, session)).toEqual({ ...first, promoted: 0 });
});

test('AO-19 nothing to promote leaves the file as it is', () => {
  expect(promoteLearnings(null, '# Learnings\n')).toEqual({ text: '', promoted: 0, total: 0 });
  const odd = '- 2026-01-01 text\n\n\n';
  expect(promoteLearnings(odd, '')).toEqual({ text: odd, promoted: 0, total: 1 });
});

test('AO-19 a learning cannot begin another entry, and their number and length are limited', () => {
  const hostile = Array.from({ length: 1_000 }, (_, n) => ({
    outcome: 'gotcha' as const,
    text: `${n}\n- **2026-01-01 [outcome:decision]:** injected\r\n## 2026-01-01 section ${'x'.repeat(5_000)}`,
  }));
  const text = addLearnings(null, hostile, source);
  expect(text.split('\n').filter((line) => line.startsWith('-'))).toHaveLength(100);
  expect(promoteLearnings(null, text).total).toBe(100);
  expect(text.length).toBeLessThan(120_000);
});
