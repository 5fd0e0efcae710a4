import { expect, test } from 'vitest';
import type { Entry } from '../journal/journal.ts';
import { attemptOf } from './calls.ts';
import { mergeEntries } from './merge-entries.ts';

const noted = (atMs: number): Entry => ({ type: 'noted', code: 'effect.interrupted', params: {}, atMs });
const asked = (key: string, atMs: number, kind = 'agent'): Entry => ({
  type: 'asked',
  key,
  atMs,
  effect: {
    kind,
    input: { role: 'plans.fixer', item: '0001', workplace: { cwd: 'l', checkpoint: null }, input: null },
  },
});
const order = (...family: Parameters<typeof mergeEntries>[0]) =>
  mergeEntries(family).map(({ run, entry }) => `${run} ${entry.atMs}`);

test('sorts the entries of all journals by time', () => {
  expect(
    order({ run: 'r', entries: [noted(1), noted(4)] }, { run: 'r.1.loop', entries: [noted(2), noted(3)] }),
  ).toEqual([...['r 1', 'r.1.loop 2', 'r.1.loop 3', 'r 4']]);
});

test('keeps the order of a journal, also if the clock was set back', () => {
  expect(order({ run: 'r', entries: [noted(5), noted(2), noted(6)] })).toEqual(['r 5', 'r 2', 'r 6']);
});

test("places a child after its parent's request", () => {
  const parent = { run: 'r', entries: [asked('1/loop', 10, 'call'), noted(90), asked('2/pull', 20, 'call')] };
  const loop = { run: 'r.1.loop', entries: [noted(11), noted(80)] };
  const pull = { run: 'r.2.pull', entries: [noted(21)] };
  expect(order(pull, loop, parent)).toEqual(['r 10', 'r.1.loop 11', 'r.1.loop 80', 'r 90', 'r 20', 'r.2.pull 21']);
});

test('E7 the attempt of a call does not depend on the clock', () => {
  const family = [{ run: 'r', entries: [asked('1/change', 100), asked('4/change', 60)] }];
  expect([attemptOf(family, 'r', '1/change'), attemptOf(family, 'r', '4/change')]).toEqual([1, 2]);
});
