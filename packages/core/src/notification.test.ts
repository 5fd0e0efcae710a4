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
import { asked, ended, failed, noted, started, written } from './testing/facts.ts';

const work = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const begun = foldJournal(written([started()]));
const kinds = (fact: NewEntry, isUnit = true, log = begun) =>
  notificationFor(log, fact, isUnit).map(({ kind }) => kind);
const parked = { ...failed('0/x', 'agent.rate-limit'), parks: true } as NewEntry;

test.each<[string, NewEntry, readonly string[]]>([
  ['a run that is done', ended('done'), ['done']],
  ['a run that failed', ended('failed'), ['blocked']],
  ['a run whose passes are spent', ended('limit-reached'), ['blocked']],
  ['a run that is escalated', ended('escalated'), ['blocked']],
  ['a run that reached its cap', ended('capped'), ['cap']],
  ['a run that a rate limit parked', parked, ['blocked']],
  ['a question', asked('0/q', question('passes', { passes: 3 })), ['question']],
  [
    'a question among other waits',
    asked('0/q', first({ a: question('passes', { passes: 3 }), b: signal('go', ['go']) })),
    ['question'],
  ],
  ['a failure that is tried again', failed('0/x', 'agent.rate-limit'), []],
  ['a call', asked('0/x', work), []],
  ['a resume', noted('run.resumed'), []],
])('MO-02 %s: %j is told as %j', (_, fact, expected) => {
  expect(kinds(fact)).toEqual(expected);
});

test('how a child ended is not news, what it asks is', () => {
  expect(kinds(ended('done'), false)).toEqual([]);
  expect(kinds(asked('0/q', question('passes', { passes: 3 })), false)).toEqual(['question']);
});

test('who stopped a run knows it; what the engine stopped by itself is told', () => {
  const stop = (because?: Failure): NewEntry => ({ type: 'stopping', by: 'ada', ...(because ? { because } : {}) });
  expect(kinds(ended('stopped'), true, foldJournal(written([started(), stop()])))).toEqual([]);
  const runaway = foldJournal(written([started(), stop({ code: 'run.runaway', params: {} })]));
  expect(kinds(ended('stopped'), true, runaway)).toEqual(['blocked']);
});

test('a question knows how many of its kind were asked before', () => {
  const log = foldJournal(
    written([
      started(),
      asked('0/q', question('passes', { passes: 3 })),
      asked('1/q', question('tests', { files: 'a.test.ts' })),
    ]),
  );
  expect(notificationFor(log, asked('2/q', question('passes', { passes: 3 })), true)).toMatchObject([{ nth: 2 }]);
});
