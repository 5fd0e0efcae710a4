import { describe, expect, test } from 'vitest';
import { type Answer, question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { answered, asked, ended, journalOf, moved, started } from '../testing/facts.ts';
import { openQuestions, questions } from './questions.ts';

const ask = question('passes', { passes: 1 });
const stop: Answer = { choice: 'stop', note: '', by: 'ada', channel: 'command' };
const begin = [started(), asked('0/answer', ask)];
const open = (...more: readonly NewEntry[]) => openQuestions(journalOf([...begin, ...more])).map(({ id }) => id);

describe('a question is open', () => {
  test('from when it was asked, under an id made of its run and key', () => {
    expect(open()).toEqual(['r.0.answer']);
    expect(questions(journalOf(begin))[0]).toMatchObject({
      header: 'Passes',
      nth: 1,
      askedAtMs: 2_000,
      answer: undefined,
    });
  });

  test('until it is answered', () => {
    expect(open(answered('0/answer', ok(stop)))).toEqual([]);
    expect(questions(journalOf([...begin, answered('0/answer', ok(stop))]))[0]).toMatchObject({
      answer: stop,
      answeredAtMs: 3_000,
    });
  });

  test.each<[string, NewEntry]>([
    ['the run has gone on without it', moved('elsewhere')],
    ['the run is being stopped', { type: 'stopping', by: 'ada' }],
    ['the run has ended', ended('stopped')],
  ])('not any more when %s; then it is closed without an answer', (_, fact) => {
    expect(open(fact)).toEqual([]);
    expect(questions(journalOf([...begin, fact]))[0]?.answer).toBeNull();
  });

  test('not when somebody answered it while no owner was there to journal that', () => {
    expect(openQuestions(journalOf(begin), new Set(['r.0.answer']))).toEqual([]);
  });

  test("also when it is the engine's own, about an effect that may have happened", () => {
    const own = asked('0/done?1', question('interrupted', { key: '0/done' }));
    expect(openQuestions(journalOf([started(), own])).map(({ id, header }) => [id, header])).toEqual([
      ['r.0.done.ask1', 'Interrupted'],
    ]);
  });
});

test('E3 the first answer is the answer, and its time is the time', () => {
  const twice = [
    ...begin,
    answered('0/answer', ok(stop)),
    answered('0/answer', ok({ ...stop, choice: 'one more pass' })),
  ];
  expect(questions(journalOf(twice))[0]).toMatchObject({ answer: stop, answeredAtMs: 3_000 });
});

test('questions are counted by header and item', () => {
  const about = (item: string | null) => question('passes', { passes: 3 }, [], item);
  const all = [
    started(),
    asked('0/a', about('F-1')),
    asked('0/b', about('F-2')),
    asked('0/c', about('F-1')),
    asked('0/d', question('interrupted', { key: '0/done' })),
  ];
  expect(questions(journalOf(all)).map(({ nth }) => nth)).toEqual([1, 1, 2, 1]);
});
