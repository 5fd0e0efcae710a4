import { expect, test } from 'vitest';
import { first } from '../effects/first.ts';
import { question } from '../effects/question.ts';
import { sleep } from '../effects/sleep.ts';
import { ok } from '../failure/failure.ts';
import { foldJournal, type NewEntry } from '../journal/journal.ts';
import { answered, asked, ended, journalOf, moved, started } from '../testing/facts.ts';
import { openQuestions } from './questions.ts';
import { summaryOf } from './summary.ts';

const ask = asked('0/answer', question('passes', { passes: 3 }));
const either = asked('0/one', first({ ask: question('passes', { passes: 3 }), nap: sleep(1) }));
const yes = ok({ choice: 'stop', note: '', by: 'me', channel: 'command' });

test.each<[string, readonly NewEntry[], readonly string[]]>([
  ['open', [ask], ['r.0.answer']],
  ['answered', [ask, answered('0/answer', yes)], []],
  ['closed by a move', [ask, moved('checking')], []],
  ['closed by the end', [ask, ended('stopped')], []],
  ['one of several waits', [either], ['r.0.one.ask']],
  ['one of several waits, and another came first', [either, answered('0/one', ok({ of: 'nap', value: 'slept' }))], []],
])('a summary has the same open questions as the view of questions: %s', (_, facts, ids) => {
  const journal = journalOf([started(), ...facts]);
  expect(summaryOf('r', foldJournal(journal.entries)).open.map(({ id }) => id)).toEqual(ids);
  expect(openQuestions(journal).map(({ id }) => id)).toEqual(ids);
});
