import { describe, expect, test } from 'vitest';
import { type ModuleCode, moduleCode, type Params } from '../codes.ts';
import { type ProblemCode, problems } from '../config/problem.ts';
import { type QuestionCode, questions as sharedQuestions } from '../effects/question.ts';
import { failureCodes } from '../failure/failure.ts';
import { Refusal, type RefusalCode, refusals } from '../failure/refusal.ts';
import { noteCodes } from '../journal/note.ts';
import { defectKinds } from '../plans/work-items.ts';
import { realParams as real } from '../testing/params.ts';
import { lineCodes } from '../views/line-codes.ts';
import { modules } from '../workflows/list.ts';
import { en } from './en.ts';
import { messagesFor } from './index.ts';
import { failureText, lineText, problemText, questionText, refusalText } from './lookup.ts';

const english = messagesFor('en');
/** The shared ones and those of every workflow. */
const questions: Readonly<Record<string, { readonly choices: readonly string[] }>> = Object.assign(
  { ...sharedQuestions },
  ...modules.map(({ codes }) => codes.questions),
);
const refusalCodes: readonly (RefusalCode | ModuleCode)[] = [
  ...(Object.keys(refusals) as RefusalCode[]),
  ...modules.flatMap(({ codes }) => Object.keys(codes.refusals ?? {}).map(moduleCode)),
];

/** A missing parameter leaves one of these traces. */
const gap = /undefined|null|NaN|\[object|\(\)| {2}| $/;

describe('every sentence is complete', () => {
  test.each(failureCodes)('for the failure %s', (code) => {
    expect(failureText(en, { code, params: real })).toMatch(/^\S.+\.$/);
    expect(failureText(en, { code, params: real })).not.toMatch(gap);
  });

  test.each(failureCodes.filter((code) => code.startsWith('agent.') && code !== 'agent.unscripted'))(
    'for %s without parameters',
    (code) => {
      expect(failureText(en, { code, params: {} })).toMatch(/^[A-Z].+\.$/);
      expect(failureText(en, { code, params: {} })).not.toMatch(gap);
    },
  );

  test.each(noteCodes)('for the note %s', (code) => {
    expect(lineText(en, { code, params: real })).toMatch(/^\S.+/);
    expect(lineText(en, { code, params: real })).not.toMatch(gap);
  });

  test.each(Object.keys(lineCodes))('for the line %s', (code) => {
    expect(lineText(en, { code, params: real })).toMatch(/^\S.+/);
    expect(lineText(en, { code, params: real })).not.toMatch(gap);
  });

  test.each(Object.entries(questions))('for the question %s and its options', (code, { choices }) => {
    const { question, options } = questionText(english, code as QuestionCode);
    expect(question(real)).toMatch(/\?(?: \([a-z ]+(?: \/ [a-z ]+)+\)\.?)?$/); // or the answers behind it
    expect(question(real)).not.toMatch(gap);
    expect(Object.keys(options)).toEqual([...choices]);
    for (const text of Object.values(options)) expect(text).toMatch(/\.$/);
  });

  test.each(Object.keys(problems) as ProblemCode[])('for the problem %s', (code) => {
    const found = { code, params: real, path: [] } as never;
    expect(problemText(en, found)).toMatch(/^(?:is not|must|can|cannot) .+[^.]$/);
    expect(problemText(en, found)).not.toMatch(gap);
  });

  test.each(defectKinds)('for the defect %s', (kind) => {
    expect(en.defects[kind]({ ids: 'i-1, i-2' })).toMatch(/i-1, i-2.*\.$/);
  });

  test.each(Object.entries(en.statuses))('for the status %s', (_, text) => {
    expect(text).toMatch(/^\S/);
  });
});

describe('every refusal names the problem and the next command', () => {
  test.each(refusalCodes)('%s', (code) => {
    const { message, next } = refusalText(english, code, real);
    expect(message).not.toMatch(gap);
    expect(next).toMatch(/^(harness|git|df|mv|npm|sudo) \S|^\/\S+ auth login$/); // the last is a provider's own program
    expect(next).not.toMatch(gap);
  });

  test.each<[RefusalCode, Params, string, string]>([
    ['usage.invalid', { detail: 'unknown option' }, 'unknown option.', 'harness --help'],
    ['usage.invalid', { detail: 'unknown option', command: 'runs' }, 'unknown option.', 'harness runs --help'],
    ['usage.unknown-command', { command: 'rnus', suggestion: '' }, 'Unknown command "rnus".', 'harness --help'],
    ['script.missing', {}, 'The scripted provider needs a script.', 'harness converge "<text>" --script <file>'],
    [
      'run.broken',
      { detail: 'oh' },
      'A defect in harness ended this process: oh. The journal is intact.',
      'harness runs',
    ],
    [
      'question.answered',
      { question: 'r.1.a' },
      'r.1.a is closed: its run continued or ended without an answer.',
      'harness questions',
    ],
  ])('%s with %j', (code, params, message, next) => {
    expect(refusalText(en, code, params)).toEqual({ message, next });
  });

  test('names a damaged journal and its line', () => {
    const { message } = en.refusals['journal.damaged']({ path: '.harness/runs/r/journal.jsonl', line: 7 });
    expect(message).toMatch(/journal\.jsonl.*line 7/);
  });

  test.each(Object.entries(refusals).map(([code, row]) => [code, row.exitCode]))(
    '%s exits with %i',
    (code, exitCode) => {
      expect(new Refusal(code as 'run.none').exitCode).toBe(exitCode);
    },
  );
});
