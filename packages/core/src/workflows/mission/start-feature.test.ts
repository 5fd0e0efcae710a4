/** Tests the start of a feature in competing lanes, and the lanes that stay until it is merged. */
import { expect, test } from 'vitest';
import type { CallInput } from '../../effects/call.ts';
import type { CompetitionJob, Rival } from './competition/job.ts';
import { startFeature } from './start-feature.ts';
import type { FeatureState, Mission } from './state.ts';
import { keptLanes } from './state.ts';
import { missionJob } from './testing/jobs.ts';

const saved = { base: 'b0', checkpoint: 'c1' };
const feature: FeatureState = {
  id: 'F-1',
  after: [],
  kinds: ['core'],
  status: 'in_progress',
  attempts: 2,
  architected: false,
};
const starting = (more: Partial<FeatureState>, until: 'implemented' | 'merged', rivals?: number) =>
  ({
    at: 'starting',
    feature: 'F-1',
    until,
    features: [{ ...feature, ...more }],
    lanes: [],
    issues: [],
    job: { ...missionJob, ...(rivals === undefined ? {} : { rivals }) },
    plan: { file: 'p.json', sha256: '' },
    granted: [],
    iterationsLeft: 3,
    queue: [],
    refused: '',
    decided: null,
  }) as Extract<Mission, { at: 'starting' }>;
const callOf = (state: Extract<Mission, { at: 'starting' }>) => startFeature(state).input as CallInput;
const rivalsOf = (state: Extract<Mission, { at: 'starting' }>) => (callOf(state).input as CompetitionJob).rivals;
const earlier: readonly Rival[] = [
  { number: 1, is: 'failing', saved, setback: 'one.md', why: 'checks' },
  { number: 2, is: 'blocked', saved: null, setback: null, why: 'a key' },
];

test('MO-06 a single lane, named by the feature, builds it if there is no competition', () => {
  expect(callOf(starting({ saved, setback: 's.md' }, 'implemented'))).toMatchObject({
    machine: 'lane',
    title: 'F-1',
    input: { feature: 'F-1', round: 2, saved, setback: 's.md' },
  });
});

test('the proof of a lane may look at the product that the mission can start', () => {
  const trust = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
  const smoke = { onDone: true, onFeaturePass: false, waitMs: 1, urls: [] };
  const uiQa = { server: { command: 'npm start', url: 'http://h/', readyTimeoutMs: 1 }, paths: [] };
  const productWith = (more: object, kinds: FeatureState['kinds'] = ['core']) => {
    const state = starting({ kinds }, 'implemented');
    const { input } = callOf({ ...state, job: { ...state.job, trust, ...more } });
    return (input as { product?: object }).product;
  };
  expect(productWith({ smoke: { ...smoke, command: 'npm start' } })).toEqual({
    smoke: { waitMs: 1, urls: [], command: 'npm start' },
  });
  expect(productWith({ uiQa }, ['ui'])).toEqual({ screens: uiQa });
  expect(productWith({ smoke, uiQa })).toBeUndefined(); // it already runs, or the feature has no user interface
  expect(productWith({ smoke: { ...smoke, command: 'npm start' }, trust: undefined })).toBeUndefined();
});

test('MO-28 a competition starts the configured number of lanes, each with the setback of the feature', () => {
  const state = starting({ setback: 'smoke.md' }, 'implemented', 3);
  expect(callOf(state)).toMatchObject({ machine: 'competition', title: 'F-1', input: { each: { round: 2 } } });
  expect(rivalsOf(state)).toEqual(
    [1, 2, 3].map((number) => ({ number, is: 'working', saved: null, setback: 'smoke.md' })),
  );
});

test('M-28 in the next attempt each lane continues its own work, with its own setback', () => {
  expect(rivalsOf(starting({ rivals: earlier, setback: 'one.md' }, 'implemented', 2))).toEqual([
    { number: 1, is: 'working', saved, setback: 'one.md' },
    { number: 2, is: 'working', saved: null, setback: null },
  ]);
});

test('MO-28 judging does not change the rivals', () => {
  expect(rivalsOf(starting({ rivals: earlier }, 'merged', 2))).toEqual(earlier);
});

test('M-28 a feature keeps its lane, or the lanes of rivals with saved work', () => {
  expect(keptLanes({ ...feature, saved })).toEqual([{ name: 'F-1', saved }]);
  expect(keptLanes({ ...feature, saved, rivals: earlier })).toEqual([{ name: 'F-1-lane-1', saved }]);
  expect(keptLanes(feature)).toEqual([]);
});
