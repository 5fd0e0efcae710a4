import { expect, test } from 'vitest';
import { question, questionId, questions } from './question.ts';

test('scripts rely on these headers and choices', () => {
  expect(questions.passes).toMatchObject({ header: 'Passes', choices: ['one more pass', 'stop'] });
  expect(questions.interrupted).toMatchObject({ header: 'Interrupted', choices: ['Repeat', 'Stop'] });
});

test('a question has its choices, parameters, evidence and item as data', () => {
  const log = { path: 'artifacts/a.log', sha256: 'x', bytes: 1 };
  expect(question('passes', { passes: 2 }, [log], 'F-001')).toEqual({
    kind: 'question',
    input: {
      code: 'passes',
      choices: ['one more pass', 'stop'],
      params: { passes: 2 },
      evidence: [log],
      item: 'F-001',
    },
  });
});

test('the id of a question derives from its run and key, and is a valid file name', () => {
  expect(questionId('fix-login-7k2p', '4/answer')).toBe('fix-login-7k2p.4.answer');
  expect(questionId('fix-login-7k2p', '4/change?1')).toBe('fix-login-7k2p.4.change.ask1');
});

test('two questions have different ids', () => {
  const keys = ['4/answer', '5/answer', '4/change?1', '4/change?2', '4/change'];
  expect(new Set(keys.map((key) => questionId('r', key))).size).toBe(keys.length);
});
