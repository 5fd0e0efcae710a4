import { describe, expect, test } from 'vitest';
import { addCost, noCost } from '../budget/usage.ts';
import { agent } from '../effects/agent.ts';
import { question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import { implementers } from '../testing/converge-roles.ts';
import { answered, asked, cents, ended, failed, moved, noted, started, toEntries } from '../testing/facts.ts';
import { entrySchema } from './entry.ts';
import { emptyFold, foldJournal } from './journal.ts';

const call = agent(
  implementers['converge.implementer'],
  { cwd: '.', checkpoint: 'c' },
  { task: 't', checks: [], repair: null },
);
const ask = question('passes', { passes: 3 });

describe('a journal', () => {
  test('J1 starts with all data to resume, without the machine', () => {
    const log = foldJournal(toEntries([started()]));
    expect(log).toMatchObject({
      machine: 'converge',
      version: 1,
      title: 'a title',
      state: { at: 'opening' },
      moves: 0,
    });
  });

  test('J2 an empty journal is a run that has not started', () => {
    expect(foldJournal([])).toEqual(emptyFold());
  });

  test('E2 has the state of the last move', () => {
    const log = foldJournal(toEntries([started(), moved('a'), moved('b')]));
    expect(log).toMatchObject({ state: { at: 'b' }, moves: 2, length: 3 });
  });

  test('E3 ignores a second answer to a key, with its cost', () => {
    const facts = [asked('0/x', call), answered('0/x', ok('first'), cents(1)), answered('0/x', ok('second'), cents(9))];
    const log = foldJournal(toEntries(facts));
    expect(log.answered.get('0/x')).toEqual(ok('first'));
    expect(log.spent).toEqual(cents(1));
  });

  test('J3 counts the cost of every try once, failed or answered', () => {
    const facts = [asked('0/x', call), failed('0/x', 'agent.crash', {}, cents(2)), answered('0/x', ok(1), cents(3))];
    expect(foldJournal(toEntries(facts)).spent).toEqual(cents(5));
  });

  test('J3 sums of cents stay exact', () => {
    const dime = { ...noCost, costUsd: 0.1 };
    expect(Array<typeof dime>(30).fill(dime).reduce(addCost, noCost).costUsd).toBe(3);
  });

  test('an acting effect is in flight until it is answered or fails; a wait never is', () => {
    const flying = [asked('0/x', call), asked('0/y', ask)];
    expect([...foldJournal(toEntries(flying)).inFlight]).toEqual(['0/x']);
    expect([...foldJournal(toEntries([...flying, answered('0/x', ok(1))])).inFlight]).toEqual([]);
    expect([...foldJournal(toEntries([...flying, failed('0/x', 'agent.crash')])).inFlight]).toEqual([]);
  });

  test('a try that starts after a failure is in flight again', () => {
    const facts = [asked('0/x', call), failed('0/x', 'agent.crash'), noted('agent.started', {}, '0/x')];
    expect([...foldJournal(toEntries(facts)).inFlight]).toEqual(['0/x']);
  });

  test('counts failures by code, and keeps the retry time of the last one', () => {
    const facts = [failed('0/x', 'agent.crash'), failed('0/x', 'agent.timeout'), failed('0/x', 'agent.crash')];
    const found = foldJournal(toEntries([asked('0/x', call), ...facts])).failed.get('0/x');
    expect(found).toMatchObject({ failure: { code: 'agent.crash' }, againAtMs: 60_000, parks: false });
    expect(found?.times).toEqual(
      new Map([
        ['agent.crash', 2],
        ['agent.timeout', 1],
      ]),
    );
  });

  test('resuming a parked run resets its retry count, and may change its settings', () => {
    const parked = { ...failed('0/x', 'agent.rate-limit'), parks: true };
    const before = [started(), asked('0/x', call), asked('0/y', call), parked, failed('0/y', 'agent.crash')];
    const log = foldJournal(toEntries([...before, noted('run.resumed', { provider: 'scripted' })]));
    expect(log.failed.get('0/x')).toMatchObject({ parks: false, againAtMs: 0, times: new Map() });
    expect(log.failed.get('0/y')?.times.size).toBe(1);
    expect(log.settings).toEqual({ provider: 'scripted' });
  });

  test('keeps pid and start time of all processes of an effect', () => {
    const child = (pid: number) => noted('process.started', { pid, startedAt: 'then' }, '0/x');
    expect(foldJournal(toEntries([asked('0/x', call), child(7), child(8)])).processes.get('0/x')).toEqual([
      { pid: 7, startedAt: 'then' },
      { pid: 8, startedAt: 'then' },
    ]);
  });

  test('a message is used once, by the answer that names it', () => {
    const facts = [asked('0/y', ask), { ...answered('0/y', ok('stop')), by: 'inbox-1' }];
    expect([...foldJournal(toEntries(facts)).taken]).toEqual(['inbox-1']);
  });

  test('E12 restarts the count of moves after a wait, and only then', () => {
    const moves = [moved('a'), moved('b')];
    expect(foldJournal(toEntries([asked('0/x', call), ...moves, answered('0/x', ok(1))])).movesSinceWait).toBe(2);
    expect(
      foldJournal(toEntries([asked('0/y', ask), ...moves, answered('0/y', ok(1)), moved('c')])).movesSinceWait,
    ).toBe(1);
  });

  test('keeps an upgrade, a stop and an end', () => {
    const upgraded = { type: 'upgraded', version: 2, state: { at: 'new' } } as const;
    const log = foldJournal(toEntries([started(), upgraded, { type: 'stopping', by: 'ada' }, ended('stopped')]));
    expect(log).toMatchObject({ version: 2, state: { at: 'new' }, stopping: { by: 'ada' }, ended: { end: 'stopped' } });
  });
});

describe('the schema', () => {
  test.each<[string, unknown]>([
    ['no object', 'started'],
    ['an unknown type', { type: 'guessed', atMs: 1 }],
    ['no time', { type: 'moved', state: { at: 'a' } }],
    ['a state without a name', { type: 'moved', atMs: 1, state: {} }],
    ['an empty key', { type: 'asked', atMs: 1, key: '', effect: { kind: 'check', input: {} } }],
    [
      'an unknown failure',
      { type: 'answered', atMs: 1, key: 'k', outcome: { ok: false, failure: { code: 'x', params: {} } } },
    ],
    ['an outcome without ok', { type: 'answered', atMs: 1, key: 'k', outcome: { value: 1 } }],
    ['an unknown end', { type: 'ended', atMs: 1, end: 'perhaps', result: null }],
    ['an unknown note', { type: 'noted', atMs: 1, code: 'agent.sneezed', params: {} }],
    ['a parameter that is no text and no number', { type: 'noted', atMs: 1, code: 'run.resumed', params: { a: [] } }],
    [
      'a cost that is no number',
      { ...toEntries([answered('k', ok(1), cents(1))])[0], spent: { usage: {}, costUsd: '1' } },
    ],
  ])('rejects %s', (_, entry) => {
    expect(entrySchema.safeParse(entry).success).toBe(false);
  });

  test('keeps every field of a state, because it only knows the name', () => {
    const entry = { type: 'moved', atMs: 1, state: { at: 'a', deep: { more: [1] } } };
    expect(entrySchema.parse(entry)).toEqual(entry);
  });
});
