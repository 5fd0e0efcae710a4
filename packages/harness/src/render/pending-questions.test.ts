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

test('a question that is asked in place is told neither before nor after it was answered there', () => {
  const unseen = createPendingQuestions(() => 'read this\n');
  expect(unseen.textNow('r', line('question.asked'), 'Passes?\n')).toBe('');
  unseen.answeredHere('r');
  expect(unseen.textNow('r', line('question.answered'), '"stop"\n')).toBe('');
});

test('one that was answered elsewhere is told with what it is about, and with its answer', () => {
  const unseen = createPendingQuestions(() => 'read this\n');
  unseen.textNow('r', line('question.asked'), 'Passes?\n');
  unseen.answeredHere('another run');
  expect(unseen.textNow('r', line('question.answered'), '"stop"\n')).toBe('read this\nPasses?\n"stop"\n');
});

test('everything else is told as it comes', () => {
  expect(createPendingQuestions(() => '').textNow('r', line('check.green'), 'green\n')).toBe('green\n');
});
