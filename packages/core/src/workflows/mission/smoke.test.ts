/** Tests the smoke test of a mission: when it runs, and its consequences. */
import { expect, test } from 'vitest';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { replay } from '../../testing/replay.ts';
import { type MissionJob, mission } from './machine.ts';
import { missionJob } from './testing/jobs.ts';

const smoke = { onDone: true, onFeaturePass: false, waitMs: 1, urls: [], command: 'npm start' };
const plan = { file: 'p.json', sha256: '' };
const row = (id: string, status: 'todo' | 'passed' = 'todo') => ({
  id,
  after: [],
  kinds: [],
  attempts: 1,
  architected: false,
  status,
});
const looked = (...features: readonly object[]) => ({
  looked: ok({ head: 'b0', spec: null, found: { plan, features }, granted: [] }),
});
const lane = { path: '.harness/worktrees/r', branch: 'harness/smoke', base: 'b0' };
const closed = ok({ kept: null, branchRemoved: true });
const kept = ok({ file: 's.md' });
const failed = { smoked: ok({ is: 'failed', said: 'it is down' }) };
const after = (rounds: readonly Readonly<Record<string, unknown>>[], input: MissionJob) =>
  replay(mission, input, rounds);
const landed = (feature: string) => {
  const saved = { base: 'b0', checkpoint: 'c1' };
  const built = { ended: { child: `x-${feature}`, end: 'done', result: { is: 'implemented', saved } } };
  const passed = {
    ended: { child: `y-${feature}`, end: 'done', result: { is: 'passed', commit: 'm1', left: '', issues: [] } },
  };
  return [{}, { [feature]: `x-${feature}` }, {}, built, {}, { [feature]: `y-${feature}` }, {}, passed];
};

test('M-10 the smoke test runs before the end, and a pass ends the mission', () => {
  const input = { ...missionJob, smoke };
  const opening = after([looked(row('F-1', 'passed')), {}], input);
  expect(opening).toMatchObject({ at: 'opening-smoke', gate: 'done' });
  const passed = [looked(row('F-1', 'passed')), {}, { lane: ok(lane) }, { smoked: ok({ is: 'passed' }) }, { closed }];
  expect(after(passed, input)).toMatchObject({ at: 'draining', ending: { is: 'done' } });
});

test('M-10 the lane of the smoke test has its own ports, .env and dependencies, like every lane', () => {
  const allots = { firstPort: 4_600, envFile: '.env.example', installTimeoutMs: 1_000 };
  const opening = after([looked(row('F-1', 'passed')), {}], { ...missionJob, smoke, allots });
  expect(mission.steps.get('opening-smoke')?.needs(opening)).toMatchObject({
    lane: { input: { op: 'open-lane', args: { slug: 'smoke', allots } } },
  });
});

test('M-10 without a smoke test or its gate the mission is done at once', () => {
  for (const input of [missionJob, { ...missionJob, smoke: { ...smoke, onDone: false } }])
    expect(after([looked(row('F-1', 'passed')), {}], input)).toMatchObject({ at: 'draining', ending: { is: 'done' } });
});

test('MO-26 a failure reopens the last passed feature, with the observation', () => {
  const input = { ...missionJob, smoke, iterations: 20 };
  const rounds = [
    looked(row('F-1'), row('F-2')),
    ...landed('F-1'),
    ...landed('F-2'),
    {},
    { lane: ok(lane) },
    failed,
    { closed, kept },
  ];
  expect(after(rounds, input)).toMatchObject({
    at: 'deciding',
    features: [
      { id: 'F-1', status: 'passed' },
      { id: 'F-2', status: 'failing', why: 'smoke', setback: 's.md' },
    ],
  });
  expect(after([...rounds, {}], input)).toMatchObject({ at: 'starting', feature: 'F-2', until: 'implemented' });
});

test('M-12 runs once after each passed feature', () => {
  const input = { ...missionJob, smoke: { ...smoke, onFeaturePass: true }, iterations: 20 };
  const rounds = [looked(row('F-1'), row('F-2')), ...landed('F-1'), {}];
  expect(after(rounds, input)).toMatchObject({ at: 'opening-smoke', gate: 'feature', lastPassed: { feature: 'F-1' } });
  const green = [...rounds, { lane: ok(lane) }, { smoked: ok({ is: 'passed' }) }, { closed }];
  expect(after([...green, {}], input)).toMatchObject({ at: 'starting', feature: 'F-2' });
  const red = [...rounds, { lane: ok(lane) }, failed, { closed, kept }];
  expect(after([...red, {}], input)).toMatchObject({ at: 'starting', feature: 'F-1' });
});

test('a smoke test that cannot run needs a person', () => {
  const rounds = [
    looked(row('F-1', 'passed')),
    {},
    { lane: ok(lane) },
    { smoked: sampleFailure('server.port-in-use') },
    { closed },
  ];
  expect(after(rounds, { ...missionJob, smoke })).toMatchObject({
    at: 'draining',
    ending: { is: 'escalated', reason: 'smoke:server.port-in-use' },
  });
});
