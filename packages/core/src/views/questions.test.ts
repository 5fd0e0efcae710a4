import { describe, expect, test } from 'vitest';
import { type Answer, question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { answered, asked, ended, journalOf, moved, started } from '../testing/facts.ts';
import { askedQuestions, openQuestions } from './questions.ts';

const ask = question('passes', { passes: 1 });
const stop: Answer = { choice: 'stop', note: '', by: 'ada', channel: 'command' };
const initial = [started(), asked('0/answer', ask)];
const open = (...more: readonly NewEntry[]) => openQuestions(journalOf([...initial, ...more])).map(({ id }) => id);

describe('a question is open', () => {
  test('from its request, with an id of run and key', () => {
    expect(open()).toEqual(['r.0.answer']);
    expect(askedQuestions(journalOf(initial))[0]).toMatchObject({
      header: 'Passes',
      nth: 1,
      askedAtMs: 2_000,
      answer: undefined,
    });
  });

  test('until it is answered', () => {
    expect(open(answered('0/answer', ok(stop)))).toEqual([]);
    expect(askedQuestions(journalOf([...initial, answered('0/answer', ok(stop))]))[0]).toMatchObject({
      answer: stop,
      answeredAtMs: 3_000,
    });
  });

  test.each<[string, NewEntry]>([
    ['the run moved', moved('elsewhere')],
    ['a stop', { type: 'stopping', by: 'ada' }],
    ['the end', ended('stopped')],
  ])('but not after %s; it is closed without an answer', (_, fact) => {
    expect(open(fact)).toEqual([]);
    expect(askedQuestions(journalOf([...initial, fact]))[0]?.answer).toBeNull();
  });

  test('but not if it was answered while the run had no owner', () => {
    expect(openQuestions(journalOf(initial), new Set(['r.0.answer']))).toEqual([]);
  });

  test('also if the engine asks it about an interrupted effect', () => {
    const own = asked('0/done?1', question('interrupted', { key: '0/done' }));
    expect(openQuestions(journalOf([started(), own])).map(({ id, header }) => [id, header])).toEqual([
      ['r.0.done.ask1', 'Interrupted'],
    ]);
  });
});

test('E3 the first answer and its time count', () => {
  const twice = [
    ...initial,
    answered('0/answer', ok(stop)),
    answered('0/answer', ok({ ...stop, choice: 'one more pass' })),
  ];
  expect(askedQuestions(journalOf(twice))[0]).toMatchObject({ answer: stop, answeredAtMs: 3_000 });
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
  expect(askedQuestions(journalOf(all)).map(({ nth }) => nth)).toEqual([1, 1, 2, 1]);
});
