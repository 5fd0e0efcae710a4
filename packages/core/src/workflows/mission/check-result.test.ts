/** Tests the checks on the base after the last merge: only green ones let a mission that merged be done. */
import { describe, expect, test } from 'vitest';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import { replay } from '../../testing/replay.ts';
import type { LaneResult } from './lane/job.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import { missionJob } from './testing/jobs.ts';

const job: MissionJob = { ...missionJob, rooms: true, finalChecks: true, checks: ['npm run build', 'npm test'] };
const row = { id: 'F-1', after: [], kinds: [], status: 'todo', attempts: 0, architected: false } as const;
const plan = { file: 'plan.json', sha256: 'a' };
const ended = (result: LaneResult) => ({ ended: { child: 'c', end: 'done', result } });
const saved = { base: 'b0', checkpoint: 'c1' };
const passed = (commit: string | null): LaneResult => ({ is: 'passed', commit, left: '', issues: [] });
const merging = (commit: string | null = 'm1') => [
  { looked: ok({ head: 'b0', spec: null, found: { plan, features: [row] }, granted: [] }) },
  ...[{}, { 'F-1': 'c' }, {}, ended({ is: 'implemented', saved })],
  ...[{}, { 'F-1': 'c' }, {}, ended(passed(commit)), {}, {}],
];
const found = { change: ok({ head: 'm1', from: 'm1', diff: artifact }) };
const report = (green: boolean) => ({ report: ok({ green, exitCode: green ? 0 : 1, tail: '', log: artifact }) });
type Rounds = readonly Readonly<Record<string, unknown>>[];
const after = (rounds: Rounds, more: Partial<MissionJob> = {}, commit: string | null = 'm1') =>
  replay(mission, { ...job, ...more }, [...merging(commit), ...rounds]);
const needs = (state: Mission) => mission.steps.get(state.at)?.needs(state) ?? {};
const reason = 'red-base:npm test';

test('all checks run on the newest commit of the base, in a clean room', () => {
  const checking = after([found, report(true)]);
  expect(checking).toMatchObject({ at: 'checking-result', head: 'm1', left: ['npm test'] });
  expect(needs(checking)['report']?.input).toMatchObject({
    command: 'npm test',
    cwd: '.harness/worktrees/base-checks',
    commit: 'm1',
    after: ['npm run build'],
  });
  expect(after([found, report(true), report(true), {}])).toMatchObject({ at: 'done' });
  const checkout = { as: 'commit', foreign: [] } as const;
  expect(needs(after([found], { checkout }))['report']?.input).toMatchObject({ cwd: '.', commit: 'm1' });
});

test('M-10 a red check escalates the mission with its command; a resume runs it again', () => {
  const noting = after([found, report(true), report(false)]);
  expect(noting).toMatchObject({ at: 'noting', ending: { is: 'escalated', reason } });
  const resting = after([found, report(true), report(false), { noted: ok('written') }]);
  expect([resting.at, mission.rests(resting)]).toEqual(['resting', 'escalated']);
  const resumed = [
    found,
    report(true),
    report(false),
    { noted: ok('written') },
    { command: 'resume' },
    { settled: ok('settled') },
  ];
  expect(after([...resumed, {}, {}])).toMatchObject({ at: 'finding-base' });
});

test('a check that cannot run does not count as green', () => {
  expect(after([found, { report: sampleFailure('check.unstartable') }])).toMatchObject({
    at: 'draining',
    ending: { is: 'failed' },
  });
  expect(after([{ change: sampleFailure('git.failed') }])).toMatchObject({ at: 'draining', ending: { is: 'failed' } });
  const late = { report: sampleFailure('check.timed-out', { timeoutMs: 5 }) };
  expect(after([found, report(true), late])).toMatchObject({ at: 'noting', ending: { reason } });
});

test('nothing runs if nothing was merged, if features keep their branches, and in older runs', () => {
  expect(after([], {}, null)).toMatchObject({ at: 'closing', ending: { is: 'done' } });
  const { finalChecks: _, ...older } = job;
  expect(replay(mission, older, merging())).toMatchObject({ at: 'closing', ending: { is: 'done' } });
  expect(after([], { checks: [] })).toMatchObject({ at: 'closing', ending: { is: 'done' } });
});

describe('with pages', () => {
  const memory = { identityDir: '~/identity' };
  const lane = { path: '.harness/worktrees/r', branch: 'harness/pages', base: 'm1' };
  const documented = [
    ...[found, report(true), report(true)],
    { curated: ok({ summary: [] }) },
    { kept: ok({ taught: 0, cut: 0, left: '' }) },
    { lane: ok(lane), outline: ok(artifact) },
    { documented: ok('') },
    { saved: ok({ commit: 'p1', changedFiles: 1, diff: artifact }) },
    { looked: ok({ outside: [] }) },
  ];
  const red = [...documented, report(false), { closed: ok('closed') }];

  test('a red check there lets the base be checked again: it may be red without the pages', () => {
    const again = after(red, { memory });
    expect(again).toMatchObject({ at: 'finding-base', isDocumented: true });
    expect(after([...red, found, report(true), report(false)], { memory })).toMatchObject({
      at: 'noting',
      ending: { is: 'escalated', reason },
    });
    expect(after([...red, found, report(true), report(true), {}], { memory })).toMatchObject({ at: 'done' });
  });
});
