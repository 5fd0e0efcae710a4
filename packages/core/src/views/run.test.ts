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
const nobody = { isOwned: false, answered: new Set<string>() };
const somebody = { isOwned: true, answered: new Set<string>() };
const parked: NewEntry = { ...failed('0/x', 'agent.rate-limit'), type: 'failed', parks: true } as NewEntry;
const begin = [started()];

describe('the status of a run', () => {
  test.each<[RunStatus, string, readonly NewEntry[], typeof nobody]>([
    ['running', 'somebody works on it', begin, somebody],
    ['parked', 'nobody works on it and it has not ended', begin, nobody],
    ['parked', 'a rate limit outlasted its retries', [...begin, asked('0/x', work), parked], nobody],
    ['waiting', 'a question is open and nobody is there', [...begin, ask], nobody],
    ['waiting', 'a question is open and somebody waits for its answer', [...begin, ask], somebody],
    [
      'parked',
      'its question was answered while nobody was there',
      [...begin, ask],
      { ...nobody, answered: new Set(['r.0.answer']) },
    ],
    ['stopped', 'it ended with a question open', [...begin, ask, ended('stopped')], nobody],
  ])('is %s when %s', (status, _, facts, outside) => {
    expect(runRow([journalOf(facts)], outside).status).toBe(status);
  });

  test.each(Object.entries(ends))(
    'of a run that ended as %s follows from the end, whoever still holds it',
    (end, { status }) => {
      expect(runRow([journalOf([...begin, ended(end as End)])], somebody).status).toBe(status);
    },
  );

  test('is waiting when a child waits', () => {
    expect(runRow([journalOf(begin), journalOf([...begin, ask], 'r.0.lane')], somebody)).toMatchObject({
      status: 'waiting',
      openQuestions: 1,
    });
  });
});

test('a run is told by its id, workflow, title, place and times', () => {
  expect(runRow([journalOf([...begin, moved('checking'), ended('done')], 'add-a-page-1a2b')], nobody)).toMatchObject({
    id: 'add-a-page-1a2b',
    workflow: 'converge',
    title: 'a title',
    state: 'checking',
    startedAt: '1970-01-01T00:00:01.000Z',
    endedAt: '1970-01-01T00:00:03.000Z',
    openQuestions: 0,
  });
});

test('what its children cost is its cost', () => {
  const spends = (n: number) => [...begin, asked('0/x', work), answered('0/x', ok('done'), cents(n))];
  const { costUsd, tokens } = runRow([journalOf(spends(2)), journalOf(spends(3), 'r.0.lane')], nobody);
  expect({ costUsd, usage: tokens }).toEqual(cents(5));
});

test('a run whose journal cannot be read is listed all the same', () => {
  expect(unreadableRow('lost', 1_000)).toMatchObject({
    id: 'lost',
    status: 'failed',
    state: 'unreadable',
    startedAt: '1970-01-01T00:00:01.000Z',
  });
});
