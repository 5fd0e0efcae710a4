import { expect, test } from 'vitest';
import { agent } from './effects/agent.ts';
import { first } from './effects/first.ts';
import { question } from './effects/question.ts';
import { signal } from './effects/signal.ts';
import type { Failure } from './failure/failure.ts';
import type { NewEntry } from './journal/journal.ts';
import { foldJournal } from './journal/journal.ts';
import { notificationFor } from './notification.ts';
import { implementers } from './testing/converge-roles.ts';
import { asked, ended, failed, noted, started, toEntries } from './testing/facts.ts';

const work = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const emptyRun = foldJournal(toEntries([started()]));
const kinds = (fact: NewEntry, isUnit = true, log = emptyRun) =>
  notificationFor(log, fact, isUnit).map(({ kind }) => kind);
const parked = { ...failed('0/x', 'agent.rate-limit'), parks: true } as NewEntry;

test.each<[string, NewEntry, readonly string[]]>([
  ['a done run', ended('done'), ['done']],
  ['a failed run', ended('failed'), ['blocked']],
  ['a run that used all its passes', ended('limit-reached'), ['blocked']],
  ['an escalated run', ended('escalated'), ['blocked']],
  ['a run that reached its cap', ended('capped'), ['cap']],
  ['a run parked by a rate limit', parked, ['blocked']],
  ['a question', asked('0/q', question('passes', { passes: 3 })), ['question']],
  [
    'a question among other waits',
    asked('0/q', first({ a: question('passes', { passes: 3 }), b: signal('go', ['go']) })),
    ['question'],
  ],
  ['a failure that is retried', failed('0/x', 'agent.rate-limit'), []],
  ['a call', asked('0/x', work), []],
  ['a resume', noted('run.resumed'), []],
])('MO-02 %s: %j sends %j', (_, fact, expected) => {
  expect(kinds(fact)).toEqual(expected);
});

test('sends no notification for the end of a child run, but sends its questions', () => {
  expect(kinds(ended('done'), false)).toEqual([]);
  expect(kinds(asked('0/q', question('passes', { passes: 3 })), false)).toEqual(['question']);
});

test('sends no notification if a user stopped the run, but sends one if the engine stopped it', () => {
  const stop = (because?: Failure): NewEntry => ({ type: 'stopping', by: 'ada', ...(because ? { because } : {}) });
  expect(kinds(ended('stopped'), true, foldJournal(toEntries([started(), stop()])))).toEqual([]);
  const runaway = foldJournal(toEntries([started(), stop({ code: 'run.runaway', params: {} })]));
  expect(kinds(ended('stopped'), true, runaway)).toEqual(['blocked']);
});

test('counts the earlier questions with the same header and item', () => {
  const log = foldJournal(
    toEntries([
      started(),
      asked('0/q', question('passes', { passes: 3 })),
      asked('1/q', question('tests', { files: 'a.test.ts' })),
    ]),
  );
  expect(notificationFor(log, asked('2/q', question('passes', { passes: 3 })), true)).toMatchObject([{ nth: 2 }]);
});
