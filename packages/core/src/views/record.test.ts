import { expect, test } from 'vitest';
import { ok, sampleFailure } from '../failure/failure.ts';
import type { Entry } from '../journal/journal.ts';
import { endedTries } from './record.ts';

const asked = (key: string, atMs: number, cwd = '.harness/worktrees/r'): Entry => ({
  type: 'asked',
  key,
  atMs,
  effect: { kind: 'agent', input: { role: 'converge.implementer', item: null, workplace: { cwd }, input: {} } },
});
const failed = (key: string, atMs: number): Entry => ({
  type: 'failed',
  key,
  atMs,
  againAtMs: 0,
  parks: false,
  failure: { code: 'agent.network', params: {} },
});

test('counts tries that were answered or failed, but not interrupted ones or those that never reached a provider', () => {
  const entries: readonly Entry[] = [
    asked('1/x', 1),
    failed('1/x', 2),
    { type: 'noted', key: '1/x', atMs: 3, code: 'agent.started', params: {} },
    { type: 'noted', key: '1/x', atMs: 4, code: 'effect.interrupted', params: {} },
    { type: 'noted', key: '1/x', atMs: 5, code: 'agent.started', params: {} },
    { type: 'answered', key: '1/x', atMs: 6, outcome: ok('done') },
    asked('2/x', 7),
    { type: 'answered', key: '2/x', atMs: 8, outcome: sampleFailure('budget.cap-reached', {}) },
    asked('3/x', 9),
  ];
  expect(endedTries([{ run: 'r', entries }]).map(({ attempt, count }) => [attempt, count])).toEqual([
    [1, 2],
    [2, 0],
    [3, 0],
  ]);
});

test('MO-28 identifies a try in one of several lanes of a feature by its lane', () => {
  const entries = [asked('1/x', 1, '.harness/worktrees/F-001-lane-2'), asked('2/x', 2)];
  expect(endedTries([{ run: 'r', entries }]).map(({ rival }) => rival)).toEqual(['F-001-lane-2', null]);
});
