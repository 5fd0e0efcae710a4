import { describe, expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import { type End, ends, type RunStatus } from '../journal/end.ts';
import type { NewEntry } from '../journal/journal.ts';
import { implementers } from '../testing/converge-roles.ts';
import { answered, asked, cents, ended, failed, journalOf, moved, started } from '../testing/facts.ts';
import { runRow, unreadableRow } from './run.ts';

const ask = asked('0/answer', question('passes', { passes: 3 }));
const work = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const unowned = { isOwned: false, answered: new Set<string>() };
const owned = { isOwned: true, answered: new Set<string>() };
const parked: NewEntry = { ...failed('0/x', 'agent.rate-limit'), type: 'failed', parks: true } as NewEntry;
const begin = [started()];

describe('the status of a run', () => {
  test.each<[RunStatus, string, readonly NewEntry[], typeof unowned]>([
    ['running', 'it has an owner', begin, owned],
    ['parked', 'it has no owner and has not ended', begin, unowned],
    ['parked', 'a rate limit outlasted its retries', [...begin, asked('0/x', work), parked], unowned],
    ['waiting', 'a question is open without an owner', [...begin, ask], unowned],
    ['waiting', 'a question is open and an owner waits for the answer', [...begin, ask], owned],
    [
      'parked',
      'its question was answered without an owner',
      [...begin, ask],
      { ...unowned, answered: new Set(['r.0.answer']) },
    ],
    ['stopped', 'it ended with a question open', [...begin, ask, ended('stopped')], unowned],
  ])('is %s when %s', (status, _, facts, outside) => {
    expect(runRow([journalOf(facts)], outside).status).toBe(status);
  });

  test.each(Object.entries(ends))(
    'of a run that ended as %s follows from the end, even with an owner',
    (end, { status }) => {
      expect(runRow([journalOf([...begin, ended(end as End)])], owned).status).toBe(status);
    },
  );

  test('is waiting if a child waits', () => {
    expect(runRow([journalOf(begin), journalOf([...begin, ask], 'r.0.lane')], owned)).toMatchObject({
      status: 'waiting',
      openQuestions: 1,
    });
  });
});

test('shows id, workflow, title, state and times of a run', () => {
  expect(runRow([journalOf([...begin, moved('checking'), ended('done')], 'add-a-page-1a2b')], unowned)).toMatchObject({
    id: 'add-a-page-1a2b',
    workflow: 'converge',
    title: 'a title',
    state: 'checking',
    startedAt: '1970-01-01T00:00:01.000Z',
    endedAt: '1970-01-01T00:00:03.000Z',
    openQuestions: 0,
  });
});

test('includes the cost of its children', () => {
  const spends = (n: number) => [...begin, asked('0/x', work), answered('0/x', ok('done'), cents(n))];
  const { costUsd, tokens } = runRow([journalOf(spends(2)), journalOf(spends(3), 'r.0.lane')], unowned);
  expect({ costUsd, usage: tokens }).toEqual(cents(5));
});

test('lists a run with an unreadable journal', () => {
  expect(unreadableRow('lost', 1_000)).toMatchObject({
    id: 'lost',
    status: 'failed',
    state: 'unreadable',
    startedAt: '1970-01-01T00:00:01.000Z',
  });
});
