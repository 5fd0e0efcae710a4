/** Tests missions that offer pull requests, and missions that build in the checkout. */
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../effects/call.ts';
import { keepUserFiles } from '../../effects/checkout.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact as artifact } from '../../journal/artifact.ts';
import { replay } from '../../testing/replay.ts';
import type { LaneJob, LaneResult } from './lane/job.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import { missionProgress } from './progress.ts';
import { missionJob } from './testing/jobs.ts';

const row = (id: string, after: readonly string[] = []) => ({
  id,
  after,
  kinds: [],
  status: 'todo',
  attempts: 0,
  architected: false,
});
const found = { plan: { file: 'p.json', sha256: '' }, features: [row('F-1'), row('F-2', ['F-1'])] };
const looked = { looked: ok({ head: 'b0', spec: null, found, granted: [] }) };
const saved = { base: 'b0', checkpoint: 'c1' };
const passed: LaneResult = { is: 'passed', commit: 'k1', left: '', issues: [], branch: 'harness/F-1' };
const lanes = (id: string, result: LaneResult) => [
  {},
  { [id]: `x-${id}` },
  {},
  { ended: { child: `x-${id}`, end: 'done', result: { is: 'implemented', saved } } },
  {},
  { [id]: `y-${id}` },
  {},
  { ended: { child: `y-${id}`, end: 'done', result } },
];
const after = (input: MissionJob, ...rounds: readonly Readonly<Record<string, unknown>>[]) =>
  replay(mission, input, rounds);
const inputOf = (state: Mission, need: string): unknown => mission.steps.get(state.at)?.needs(state)[need]?.input ?? {};
const argsOf = (state: Mission, need: string) => (inputOf(state, need) as OperationInput).args;
const laneIn = (state: Mission, id: string) => (inputOf(state, id) as CallInput).input as LaneJob;

describe('MO-05 pull requests', () => {
  const input: MissionJob = { ...missionJob, onPass: 'pr', iterations: 9 };
  const brief = ok({ title: 'Log in', task: artifact, commands: ['npm run smoke'], setback: null });
  const pushed = { pushed: ok({ commit: 'k1', atMs: 1 }), brief };
  const opened = { opened: ok({ is: 'open', pull: 7, url: 'u', how: 'opened', body: 'written' }) };
  const kept = [looked, ...lanes('F-1', passed), {}];

  test('pushes and offers a passed feature before the next decision, without an iteration', () => {
    const pushing = after(input, ...kept);
    expect([pushing.at, argsOf(pushing, 'pushed')]).toEqual(['pushing', { branch: 'harness/F-1', commit: 'k1' }]);
    const opening = after(input, ...kept, pushed);
    expect(argsOf(opening, 'opened')).toMatchObject({
      branch: 'harness/F-1',
      base: 'main',
      head: 'k1',
      title: 'F-1: Log in',
      body: expect.stringContaining('`npm run smoke` is green'),
    });
    const offered = after(input, ...kept, pushed, opened);
    expect(offered).toMatchObject({
      at: 'deciding',
      iterationsLeft: 7,
      features: [{ id: 'F-1', pull: { number: 7, url: 'u', head: 'k1' } }, { id: 'F-2' }],
    });
  });

  test('starts a dependent feature on top at once, merged or not', () => {
    const next = after(input, ...kept, pushed, opened, {});
    expect(laneIn(next, 'F-2')).toMatchObject({ onPass: 'pr', onto: ['k1'] });
  });

  test('R1 a refused push escalates, keeps the passed feature, and is repeated after a resume', () => {
    const refused = { pushed: sampleFailure('forge.refused', {}), brief };
    const parked = after(input, ...kept, refused);
    expect(parked).toMatchObject({
      at: 'draining',
      ending: { is: 'escalated', reason: 'pull:F-1:forge.refused' },
      features: [{ status: 'passed', branch: 'harness/F-1' }, { status: 'todo' }],
    });
    const again = after(
      input,
      ...kept,
      refused,
      {},
      { noted: ok('written') },
      { command: 'resume' },
      { settled: ok('settled') },
      {},
    );
    expect(again).toMatchObject({ at: 'pushing', feature: 'F-1' });
  });
});

describe('M-25 in the checkout', () => {
  const input: MissionJob = { ...missionJob, iterations: 9, checkout: { as: 'commit', foreign: ['mine.txt'] } };
  const failing: LaneResult = { is: 'failing', because: 'validator', setback: 's.md', saved, issues: [] };

  test('M-28 a new attempt continues with the files in the checkout; the judge sees the saved work', () => {
    expect(laneIn(after(input, looked, {}), 'F-1').checkout).toMatchObject({ foreign: ['mine.txt'], stays: false });
    const judged = after(input, looked, ...lanes('F-1', failing).slice(0, 5));
    expect(laneIn(judged, 'F-1')).toMatchObject({ until: 'merged', checkout: { stays: false }, saved });
    const again = after(input, looked, ...lanes('F-1', failing), {});
    expect(laneIn(again, 'F-1')).toMatchObject({ until: 'implemented', checkout: { stays: true }, saved });
  });

  test('a changed branch of the user parks the mission and keeps the work', () => {
    const moved = { code: 'git.branch-moved', params: { branch: 'main', expected: 'main', found: 'mine' } } as const;
    const parked = after(input, looked, ...lanes('F-1', { is: 'broken', because: moved, saved }));
    expect(parked).toMatchObject({
      at: 'draining',
      ending: { is: 'escalated', reason: 'checkout:mine' },
      features: [{ status: 'failing', saved }, { status: 'todo' }],
    });
  });

  test('names files of the user that differ when no lane is left; old runs kept none', () => {
    const [kept] = keepUserFiles.samples;
    const moved = { code: 'git.branch-moved', params: { branch: 'main', expected: 'main', found: 'mine' } } as const;
    const ended = lanes('F-1', { is: 'broken', because: moved, saved });
    const keeping: MissionJob = { ...input, checkout: { as: 'commit', keeps: true, foreign: ['mine.txt'] } };
    const parked = after(keeping, { ...looked, kept: ok(kept) }, ...ended);
    expect(argsOf(parked, 'touched')).toMatchObject({ kept, foreign: ['mine.txt'] });
    expect(inputOf(after(input, looked, ...ended), 'touched')).toEqual({});
    const file = { path: 'mine.txt', how: 'changed', restore: 'git restore mine.txt' };
    const touched = ok({ files: [file], count: 21 });
    expect(missionProgress(parked, { touched }, parked).map(({ code }) => code)).toEqual([
      'mission.user-file-touched',
      'mission.user-files-touched',
    ]);
  });
});

describe('MO-26 without merges', () => {
  const smoke = { onDone: true, onFeaturePass: true, waitMs: 1, urls: [], command: 'npm start' };
  const input: MissionJob = { ...missionJob, onPass: 'keep', iterations: 9, smoke };
  const lane = { path: '.harness/worktrees/r', branch: 'harness/smoke', base: 'g1' };
  const closed = ok({ kept: null, branchRemoved: true });
  const kept = [looked, ...lanes('F-1', passed), {}];

  test('a smoke test runs a feature on its stacked base, and a failed feature continues on its branch', () => {
    const opening = after(input, ...kept);
    expect([opening.at, argsOf(opening, 'lane')]).toEqual([
      'opening-smoke',
      { slug: 'smoke', from: 'main', onto: ['k1'] },
    ]);
    const down = { smoked: ok({ is: 'failed', said: 'it is down' }) };
    const failed = after(input, ...kept, { lane: ok(lane) }, down, { closed, kept: ok({ file: 's.md' }) });
    expect(failed).toMatchObject({ features: [{ status: 'failing', commit: 'k1', branch: 'harness/F-1' }, {}] });
    const again = after(input, ...kept, { lane: ok(lane) }, down, { closed, kept: ok({ file: 's.md' }) }, {});
    expect(laneIn(again, 'F-1')).toMatchObject({ onto: ['k1'], branch: 'harness/F-1', setback: 's.md' });
  });

  test('conflicting features cannot be tested together, and none is reopened for it', () => {
    const apart = after(input, ...kept, { lane: ok({ ...lane, conflicts: ['a.ts'] }) });
    expect(apart).toMatchObject({ at: 'closing-smoke', smoked: { is: 'apart', files: ['a.ts'] } });
    expect(after(input, ...kept, { lane: ok({ ...lane, conflicts: ['a.ts'] }) }, { closed })).toMatchObject({
      at: 'deciding',
      features: [{ id: 'F-1', status: 'passed' }, {}],
    });
  });
});
