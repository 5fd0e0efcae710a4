import { expect, test } from 'vitest';
import { ask } from '../../effects/question.ts';
import { foldJournal, type NewEntry } from '../../journal/journal.ts';
import { notificationFor } from '../../notification.ts';
import { asked, ended, noted, started, toEntries } from '../../testing/facts.ts';
import { missionCodes } from './codes.ts';
import { missionJob } from './testing/jobs.ts';

const mission = foldJournal(toEntries([started('mission')]));
const lane = foldJournal(toEntries([started('lane')]));
const converge = foldJournal(toEntries([started()]));
const resting = (ending: object): NewEntry => ({
  type: 'moved',
  state: { at: 'resting', job: missionJob, ending } as never,
});
const near = noted('budget.near', { limit: 'capUsd', spent: 8, of: 10 });
const kinds = (fact: NewEntry, log = mission) => notificationFor(log, fact, true).map(({ kind }) => kind);

test.each<[keyof (typeof missionCodes)['notifications'], NewEntry]>([
  ['escalate', resting({ is: 'escalated', reason: 'attempts:F-1' })],
  ['max-iter', resting({ is: 'limit-reached' })],
  ['cost-cap', resting({ is: 'capped', because: { code: 'budget.cap-reached', params: {} } })],
  ['cost-warn', near],
  ['checkpoint', asked('0/q', ask(missionCodes, 'checkpoint', { name: 'ship' }))],
])('MO-02 a mission sends %s', (kind, fact) => {
  expect(kinds(fact)).toEqual([kind]);
});

test('MO-02 a decision that the architect leaves to a person sends review-pending', () => {
  const feature = (status: string) => ({ id: 'F-1', status, why: 'which key?' });
  const state = { at: 'architecting', feature: 'F-1', features: [feature('failing')] };
  const before = { ...mission, state: state as never };
  const to = (status: string): NewEntry => ({
    type: 'moved',
    state: { at: 'deciding', features: [feature(status)] } as never,
  });
  expect(notificationFor(before, to('blocked'), true)).toEqual([{ kind: 'review-pending', detail: 'F-1: which key?' }]);
  expect(notificationFor(before, to('todo'), true)).toEqual([]);
});

test('MO-02 a rejected plan sends escalate, the end of a mission sends done', () => {
  const rejected = { ...mission, state: { at: 'rejected', reason: 'no' } as never };
  expect([kinds(ended('rejected'), rejected), kinds(ended('done'))]).toEqual([['escalate'], ['done']]);
});

test('MO-02 lanes warn about the cap, other workflows do not, and a ceiling sends no warning', () => {
  expect([kinds(near, lane), kinds(near, converge)]).toEqual([['cost-warn'], []]);
  expect(kinds(noted('budget.near', { limit: 'ceilingTokens', spent: 8, of: 10 }))).toEqual([]);
});
