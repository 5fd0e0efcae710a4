import { describe, expect, test } from 'vitest';
import { questions } from '../effects/question.ts';
import { failureCodes, type Params } from '../failure.ts';
import { noteCodes } from '../note.ts';
import { Refusal, type RefusalCode, refusals } from '../refusal.ts';
import type { LineCode } from '../views/lines.ts';
import { en } from './en.ts';

/** Every parameter that somebody gives, with a value as it comes in real life. */
const real: Params = {
  ...{
    role: 'converge.implementer',
    item: 'F-001',
    attempt: 2,
    detail: 'it broke',
    reason: 'no-verdict',
    key: '4/done',
  },
  ...{
    command: 'converge',
    timeoutMs: 1_200_000,
    op: 'commit-lane',
    branch: 'harness/x',
    path: 'src/a.ts',
    moves: 1_000,
  },
  ...{ at: '2026-01-01T00:00:00.000Z', provider: 'scripted', model: 'small', why: 'outside', step: 'edit', pid: 4711 },
  ...{ keptAs: 'journal.jsonl.torn-1', ref: 'refs/harness/kept/r/1', passes: 2, because: 'checks', suggestion: 'runs' },
  ...{ what: 'The task', known: 'claude, scripted', run: 'add-a-page-1a2b', matches: 'a, b', runs: 'a, b', first: 'a' },
  ...{ end: 'done', question: 'r.4.answer', by: 'ada', choice: 'stop', options: 'one more pass, stop', line: 7 },
  ...{ workflow: 'converge', title: 'Add a page', said: 'added it', ms: 1_500, tokens: 1_300, costUsd: 0.01 },
  ...{
    blocking: 1,
    low: 2,
    exitCode: 1,
    files: 3,
    commit: '0123456789abcdef',
    kept: 'refs/x',
    header: 'Passes',
    untilMs: 0,
  },
};

/** A hole in a sentence is how a missing parameter looks. */
const hole = /undefined|null|NaN|\[object|\(\)| {2}| $/;

describe('every sentence says something and has no hole in it', () => {
  test.each(failureCodes)('about the failure %s', (code) => {
    expect(en.failures[code](real)).toMatch(/^\S.+\.$/);
    expect(en.failures[code](real)).not.toMatch(hole);
  });

  test.each(failureCodes.filter((code) => code.startsWith('agent.') && code !== 'agent.unscripted'))(
    'about %s also when nothing is known of it',
    (code) => {
      expect(en.failures[code]({})).toMatch(/^[A-Z].+\.$/);
      expect(en.failures[code]({})).not.toMatch(hole);
    },
  );

  test.each(noteCodes)('about the note %s', (code) => {
    expect(en.notes[code](real)).toMatch(/^\S.+/);
    expect(en.notes[code](real)).not.toMatch(hole);
  });

  test.each(Object.keys(en.lines) as LineCode[])('in the line %s', (code) => {
    expect(en.lines[code](real)).toMatch(/^\S.+/);
    expect(en.lines[code](real)).not.toMatch(hole);
  });

  test.each(Object.keys(questions) as (keyof typeof questions)[])('in the question %s and its options', (code) => {
    const { question, options } = en.questions[code];
    expect(question(real)).toMatch(/\?$/);
    expect(question(real)).not.toMatch(hole);
    expect(Object.keys(options)).toEqual([...questions[code].choices]);
    for (const text of Object.values(options)) expect(text).toMatch(/\.$/);
  });

  test.each(Object.entries(en.statuses))('for the status %s', (_, text) => {
    expect(text).toMatch(/^\S/);
  });
});

describe('every refusal says what is wrong and what to type next', () => {
  test.each(Object.keys(refusals) as RefusalCode[])('%s', (code) => {
    const { message, next } = en.refusals[code](real);
    expect(message).not.toMatch(hole);
    expect(next).toMatch(/^(harness|git|df) \S/);
    expect(next).not.toMatch(hole);
  });

  test.each<[RefusalCode, Params, string, string]>([
    ['usage.invalid', { detail: 'unknown option' }, 'unknown option.', 'harness --help'],
    ['usage.invalid', { detail: 'unknown option', command: 'runs' }, 'unknown option.', 'harness runs --help'],
    ['usage.unknown-command', { command: 'rnus', suggestion: '' }, 'There is no command "rnus".', 'harness --help'],
    ['script.missing', {}, 'The scripted provider needs a script.', 'harness converge "<text>" --script <file>'],
    [
      'run.broken',
      { detail: 'oh' },
      'A defect of the harness ended this process: oh. The journal is intact.',
      'harness runs',
    ],
    [
      'question.answered',
      { question: 'r.1.a' },
      'r.1.a is closed: its run went on or ended without it.',
      'harness questions',
    ],
  ])('%s with %j', (code, params, message, next) => {
    expect(en.refusals[code](params)).toEqual({ message, next });
  });

  test('a damaged journal is named, with its line', () => {
    const { message } = en.refusals['journal.damaged']({ path: '.harness/runs/r/journal.jsonl', line: 7 });
    expect(message).toMatch(/journal\.jsonl.*line 7/);
  });

  test.each(Object.entries(refusals))('%s exits with %i', (code, exitCode) => {
    expect(new Refusal(code as RefusalCode).exitCode).toBe(exitCode);
  });
});
