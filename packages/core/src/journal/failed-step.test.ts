import { describe, expect, test } from 'vitest';
import { type Failure, ok } from '../failure/failure.ts';
import { failedSteps } from './failed-step.ts';
import { addEntry, type Entry, foldJournal, isEnded, keyOfNeed, type NewEntry } from './journal.ts';

const because: Failure = { code: 'agent.schema', params: { role: 'x.reviewer' } };
const agent = (role: string) => ({ kind: 'agent', input: { role } });
const at = (facts: readonly NewEntry[]): readonly Entry[] => facts.map((fact, n) => ({ ...fact, atMs: n }) as Entry);
const started = (machine: string): NewEntry => ({
  type: 'started',
  machine,
  version: 1,
  title: '',
  settings: {},
  input: null,
  state: { at: 'working' },
});
const asked = (key: string, effect: { kind: string; input: unknown }): NewEntry => ({ type: 'asked', key, effect });
const answered = (key: string, value: unknown): NewEntry => ({ type: 'answered', key, outcome: ok(value) });
const failing = (key: string, failure = because): NewEntry => ({
  type: 'answered',
  key,
  outcome: { ok: false, failure },
});
const moved = (name: string): NewEntry => ({ type: 'moved', state: { at: name } });
const ended: NewEntry = { type: 'ended', end: 'unreadable', result: { at: 'failed', because } };

/** Works, is reviewed by two roles of which one fails, and closes its lane. */
const reviewed: readonly NewEntry[] = [
  started('x'),
  asked('0/change', agent('x.worker')),
  answered('0/change', 'done'),
  moved('reviewing'),
  asked('1/one', agent('x.reviewer')),
  asked('1/two', agent('x.other')),
  failing('1/one'),
  answered('1/two', []),
  moved('closing'),
  asked('2/closed', { kind: 'git', input: {} }),
  answered('2/closed', {}),
  moved('failed'),
  ended,
];

describe('the failed step of a run', () => {
  test('is the state whose need failed; answers beside the failed one are kept', () => {
    const run = { run: 'r', entries: at(reviewed) };
    expect(failedSteps([run])).toEqual([{ run: 'r', state: { at: 'reviewing' }, keys: { two: '1/two' } }]);
  });

  test('is found through a child, whose call keeps its key', () => {
    const call = asked('1/loop', { kind: 'call', input: {} });
    const value = { child: 'p.1.loop', end: 'unreadable', result: { at: 'failed', because } };
    const parent = at([started('p'), moved('calling'), call, answered('1/loop', value), moved('failed'), ended]);
    const child = { run: 'p.1.loop', entries: at(reviewed) };
    expect(failedSteps([{ run: 'p', entries: parent }, child])).toEqual([
      { run: 'p', state: { at: 'calling' }, keys: { loop: '1/loop' }, waits: '1/loop' },
      { run: 'p.1.loop', state: { at: 'reviewing' }, keys: { two: '1/two' } },
    ]);
    expect(failedSteps([{ run: 'p', entries: parent }])).toEqual([]);
  });

  test.each([
    ['any-child', { kind: 'any-child', input: {} }, (value: unknown) => value],
    [
      'first',
      { kind: 'first', input: { waits: { child: { kind: 'any-child', input: {} } } } },
      (value: unknown) => ({ of: 'child', value }),
    ],
  ])('is found through a spawned child, and the wait %s no longer has its end', (_, effect, whole) => {
    const value = whole({ child: 'p.0.lane', end: 'unreadable', result: { at: 'failed', because } });
    const facts = [started('p'), moved('waiting'), asked('1/came', effect), answered('1/came', value), moved('failed')];
    const child = { run: 'p.0.lane', entries: at(reviewed) };
    const [step] = failedSteps([{ run: 'p', entries: at([...facts, ended]) }, child]);
    expect(step).toEqual({ run: 'p', state: { at: 'waiting' }, keys: { came: '1/came' }, waits: '1/came' });
    const { state = { at: '' }, keys = {}, waits = '' } = step ?? {};
    const log = foldJournal(at([...facts, ended, { type: 'reopened', state, keys, waits }]));
    expect([keyOfNeed(log, 'came'), log.answered.has('1/came')]).toEqual(['1/came', false]);
  });

  test('is found again if a crash interrupted the resume after the child was reopened', () => {
    const value = { child: 'p.1.loop', end: 'unreadable', result: { at: 'failed', because } };
    const call = asked('1/loop', { kind: 'call', input: {} });
    const parent = at([started('p'), moved('calling'), call, answered('1/loop', value), moved('failed'), ended]);
    const reopened: NewEntry = { type: 'reopened', state: { at: 'reviewing' }, keys: { two: '1/two' } };
    const child = { run: 'p.1.loop', entries: at([...reviewed, reopened]) };
    expect(failedSteps([{ run: 'p', entries: parent }, child])).toEqual([
      { run: 'p', state: { at: 'calling' }, keys: { loop: '1/loop' }, waits: '1/loop' },
    ]);
  });

  test('does not exist before any work, after a stop, after success, and if another failure was replaced', () => {
    const [first = started('x')] = reviewed;
    const early = [first, asked('0/one', agent('x.reviewer')), failing('0/one'), moved('failed'), ended];
    const other = reviewed.map((fact) =>
      fact.type === 'answered' && !fact.outcome.ok ? failing('1/one', { code: 'agent.auth', params: {} }) : fact,
    );
    const done: readonly NewEntry[] = [
      ...reviewed.slice(0, -1),
      { type: 'ended', end: 'done', result: { at: 'done' } },
    ];
    const unfinished = reviewed.slice(0, -1);
    for (const facts of [early, other, done, unfinished])
      expect(failedSteps([{ run: 'r', entries: at(facts) }])).toEqual([]);
  });
});

test('a reopened run is unfinished in the state of its failed step, and asks the failed need under a new key', () => {
  const [step] = failedSteps([{ run: 'r', entries: at(reviewed) }]);
  const reopened: NewEntry = { type: 'reopened', state: step?.state ?? { at: '' }, keys: step?.keys ?? {} };
  const entries = at([...reviewed, reopened]);
  const log = foldJournal(entries);
  expect([isEnded(at(reviewed)), isEnded(entries), log.ended]).toEqual([true, false, undefined]);
  expect([log.state.at, keyOfNeed(log, 'two'), keyOfNeed(log, 'one')]).toEqual(['reviewing', '1/two', '4/one']);
  addEntry(log, at([moved('committing')])[0] as Entry);
  expect(keyOfNeed(log, 'two')).toBe('5/two');
});
