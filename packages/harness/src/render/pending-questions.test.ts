import { type QuestionInput, question } from '@harness/core/effects/question';
import type { LogLine } from '@harness/core/views/log-lines';
import { expect, test } from 'vitest';
import { createPendingQuestions } from './pending-questions.ts';

const line = (code: 'question.asked' | 'question.answered' | 'check.green'): LogLine => ({
  code,
  atMs: 0,
  mark: 'ask',
  params: {},
  question: question('passes', { passes: 3 }).input as QuestionInput,
});

test('a question that is answered in place is not printed again', () => {
  const pending = createPendingQuestions(() => 'read this\n');
  expect(pending.textNow('r', line('question.asked'), 'Passes?\n')).toBe('');
  pending.answeredHere('r');
  expect(pending.textNow('r', line('question.answered'), '"stop"\n')).toBe('');
});

test('a question that is answered elsewhere is printed with its evidence and its answer', () => {
  const pending = createPendingQuestions(() => 'read this\n');
  pending.textNow('r', line('question.asked'), 'Passes?\n');
  pending.answeredHere('another run');
  expect(pending.textNow('r', line('question.answered'), '"stop"\n')).toBe('read this\nPasses?\n"stop"\n');
});

test('other lines are printed at once', () => {
  expect(createPendingQuestions(() => '').textNow('r', line('check.green'), 'green\n')).toBe('green\n');
});
