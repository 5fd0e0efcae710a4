import { expect, test } from 'vitest';
import { hooksAround, hooksOf } from './hook.ts';
import type { Mission } from './machine.ts';
import { missionJob } from './testing/jobs.ts';

const feature = (id: string, status: string) => ({ id, status, after: [], kinds: [], attempts: 1, architected: false });
const loop = (...features: readonly object[]) => ({
  job: missionJob,
  plan: { file: '', sha256: '' },
  features,
  lanes: [],
  issues: [],
  granted: [],
  iterationsLeft: 1,
  queue: [],
  refused: '',
  decided: null,
});
const state = (of: object) => of as Mission;

test('MO-25 calls a hook for every changed status', () => {
  const before = state({ ...loop(feature('F-1', 'validating'), feature('F-2', 'in_progress')), at: 'waiting' });
  const after = state({ ...loop(feature('F-1', 'passed'), feature('F-2', 'failing')), at: 'deciding' });
  expect(hooksOf(before, after)).toEqual([
    { name: 'on-feature-passed', about: 'F-1' },
    { name: 'on-feature-failing', about: 'F-2' },
  ]);
  expect(hooksOf(after, after)).toEqual([]);
});

test('MO-25 calls hooks for checkpoints, escalations and smoke tests', () => {
  const firing = state({ ...loop(), at: 'firing', name: 'ship' });
  expect(hooksOf(firing, state({ ...loop(), at: 'held', name: 'ship' }))).toEqual([
    { name: 'on-checkpoint-fired', about: 'ship' },
  ]);
  const noting = state({ ...loop(), at: 'noting', ending: { is: 'escalated', reason: 'attempts:F-1' } });
  expect(hooksOf(noting, state({ ...loop(), at: 'resting' }))).toEqual([
    { name: 'on-escalate', about: 'attempts:F-1' },
  ]);
  const smoked = (is: object) =>
    hooksOf(state({ ...loop(), at: 'closing-smoke', smoked: is }), state({ ...loop(), at: 'deciding' }));
  expect(smoked({ is: 'passed' })).toEqual([{ name: 'on-smoke-pass', about: '' }]);
  expect(smoked({ is: 'failed', said: '' })).toEqual([{ name: 'on-smoke-fail', about: '' }]);
  expect(smoked({ code: 'server.port-in-use', params: {} })).toEqual([]);
});

test('MO-25 calls hooks for smoke tests in lanes', () => {
  const job = { ...missionJob, smoke: { waitMs: 1, urls: [], onDone: true, onFeaturePass: true, inLane: true } };
  const at = (one: object) => state({ ...loop(one), job, at: 'waiting' });
  const before = at(feature('F-1', 'validating'));
  expect(hooksOf(before, at(feature('F-1', 'passed')))).toContainEqual({ name: 'on-smoke-pass', about: '' });
  const failed = hooksOf(before, at({ ...feature('F-1', 'failing'), why: 'smoke' }));
  expect(failed).toContainEqual({ name: 'on-smoke-fail', about: '' });
  expect(hooksOf(before, at({ ...feature('F-1', 'failing'), why: 'checks' }))).toHaveLength(1);
});

test('MO-25 a competition starts with each attempt and is won when its feature passes; without one no hook is called', () => {
  const competing = { ...loop(feature('F-1', 'in_progress')), job: { ...missionJob, rivals: 2 } };
  const starting = (until: string) => state({ ...competing, at: 'starting', feature: 'F-1', until });
  expect(hooksOf(starting('implemented'), state({ ...competing, at: 'deciding' }))).toEqual([
    { name: 'on-competition-start', about: 'F-1' },
  ]);
  expect(hooksOf(starting('merged'), state({ ...competing, at: 'deciding' }))).toEqual([]);
  const passed = state({ ...loop(feature('F-1', 'passed')), at: 'deciding' });
  expect(hooksOf(state({ ...competing, at: 'waiting' }), passed)).toEqual([
    { name: 'on-feature-passed', about: 'F-1' },
    { name: 'on-competition-won', about: 'F-1' },
  ]);
  const alone = { ...loop(feature('F-1', 'in_progress')), at: 'starting', feature: 'F-1', until: 'implemented' };
  expect(hooksOf(state(alone), state({ ...alone, at: 'deciding' }))).toEqual([]);
});

test('MO-25 only workers and validators have hooks before and after a call', () => {
  expect(hooksAround('mission.worker')).toEqual({ before: 'pre-worker', after: 'post-worker' });
  expect(hooksAround('mission.planner')).toBeUndefined();
});
