import { expect, test } from 'vitest';
import { defineCodes } from '../codes.ts';
import { answerCommand, ask, parseAnswer, type QuestionInput, question, questionId, questions } from './question.ts';

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

const codes = defineCodes({
  questions: {
    'walk.decision': { header: 'Decision', choices: ['stop'], opens: true, params: { task: 'text' } },
    'walk.plan': { header: 'Plan', choices: ['yes', 'stop'], params: {} },
  },
});

test('A-48 an open question offers the options of the run before its choices, and only they answer it', () => {
  const evidence = [{ file: 'docs/plans/p.md' }];
  const asked = ask(codes, 'walk.decision', { task: 'Store' }, { options: ['Redis', '', 'Stop'], evidence, item: '1' });
  const input = asked.input as QuestionInput;
  expect(input).toMatchObject({
    header: 'Decision',
    choices: ['Redis', 'Option 3: Stop', 'stop'],
    evidence,
    item: '1',
  });
  expect(parseAnswer(input, ' redis')).toBe('Redis');
  expect(parseAnswer(input, 'STOP')).toBe('stop');
  for (const text of ['', 'Redis please', 'Option 3', 'note: Redis']) expect(parseAnswer(input, text)).toBeUndefined();
});

test('an open question without usable options has its choices', () => {
  const { choices } = ask(codes, 'walk.decision', { task: 'Store' }, { options: [' '] }).input as QuestionInput;
  expect(choices).toEqual(['stop']);
});

test('a closed question takes no options', () => {
  // @ts-expect-error only an open question has options
  const { choices } = ask(codes, 'walk.plan', {}, { options: ['never'] }).input as QuestionInput;
  expect(choices).toEqual(['yes', 'stop']);
});

test.each([
  ['one more pass', '"one more pass"'],
  ['진행 (Recommended)', '"진행 (Recommended)"'],
  ['$(touch x)', "'$(touch x)'"],
  ['`id`', "'`id`'"],
  ['say "hi"', `'say "hi"'`],
  ["it's a trap!", `'it'\\''s a trap!'`],
])('the command that answers %s runs nothing else', (choice, quoted) => {
  expect(answerCommand('r.1.a', choice)).toBe(`harness answer r.1.a ${quoted}`);
});
