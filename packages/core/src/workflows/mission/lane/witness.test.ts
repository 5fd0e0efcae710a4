/** Tests the proof of a lane: what it gets, and what its results mean for the lane. */
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../effects/call.ts';
import { ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { reason } from '../../../trust/reason.ts';
import type { ProofJob, ProofResult } from '../../proof/job.ts';
import { laneJob } from '../testing/jobs.ts';
import type { LaneState } from './job.ts';
import { lane } from './machine.ts';

const trust = { witness: 'ask', mutants: { count: 2, budgetMs: 100, leastKilled: 0.5 } } as const;
const input = { ...laneJob, trust };
const brief = {
  title: 't',
  task: sampleArtifact,
  commands: ['curl /'],
  setback: null,
  kind: 'config',
  changes: ['a/**'],
};
const built = [
  { brief: ok(brief) },
  { lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' }) },
  { worked: ok({ is: 'implemented', line: '' }) },
  { saved: ok({ commit: 'c1', changedFiles: 2, diff: sampleArtifact, touched: 0 }) },
];
const green = { report: ok({ green: true, exitCode: 0, tail: '', log: sampleArtifact }) };
const proved = {
  at: 'proved',
  by: 'witness',
  witnesses: [],
  tried: 0,
  survived: 0,
  flaky: [],
  unsupported: [],
} as const;
const answer = (result: ProofResult | null) => ({ proof: { child: 'p', result } });
const back = answer({ at: 'back', reasons: [reason('green-on-base', ['adds'])] });
const again = [built[2], built[3], green] as readonly Readonly<Record<string, unknown>>[];
const after = (...rounds: readonly Readonly<Record<string, unknown>>[]) =>
  replay(lane, input, [...built, green, ...rounds]);
const needsOf = (state: LaneState) => lane.steps.get(state.at)?.needs(state) ?? {};
const jobOf = (state: LaneState) =>
  (needsOf(state)['proof']?.input as CallInput | undefined)?.input as ProofJob | undefined;

test('after its checks, the work is proved with the commands of its claims, its kind and its changes', () => {
  expect(jobOf(after())).toEqual({
    path: '.harness/worktrees/F-1',
    base: 'b0',
    change: 'c1',
    checks: ['npm test'],
    given: ['curl /'],
    kind: 'config',
    changes: ['a/**'],
    checkTimeoutMs: 1_000,
    trust,
    item: 'F-1',
  });
});

test('a lane without checks is proved too; the commands of its claims may run the tests', () => {
  const claims = { brief: ok({ ...brief, commands: ['node --test'] }) };
  const state = replay(lane, { ...input, checks: [] }, [claims, ...built.slice(1)]);
  expect(jobOf(state)).toMatchObject({ checks: ['node --test'], given: ['node --test'] });
});

test('work in the checkout is proved too', () => {
  const checkout = { as: 'commit', foreign: [], stays: false } as const;
  const opened = { lane: ok({ path: '.', branch: 'main', base: 'b0' }) };
  const state = replay(lane, { ...input, checkout }, [...built.slice(0, 1), opened, ...built.slice(2), green]);
  expect(jobOf(state)).toMatchObject({ path: '.', base: 'b0', change: 'c1' });
});

describe('the result of the proof', () => {
  test('a witness completes the build', () => {
    expect(after(answer(proved))).toEqual({
      at: 'over',
      result: { is: 'implemented', saved: { base: 'b0', checkpoint: 'c1' } },
    });
  });

  test('work without a witness goes back to the worker in this lane, who learns what is missing', () => {
    const working = after(back);
    expect(working).toMatchObject({ at: 'working', isReturned: true, told: { is: 'proof' } });
    expect(needsOf(working)['worked']?.input).toMatchObject({
      input: { told: { is: 'proof', reasons: [{ code: 'green-on-base', names: ['adds'] }] } },
    });
  });

  test('the next proof knows that the work was sent back, so that it asks instead', () => {
    expect(jobOf(after(back, ...again))).toMatchObject({ isReturned: true });
  });

  test('consent to a broken promise counts for the next proof of this lane', () => {
    const merged = { ...input, until: 'merged', saved: { base: 'b0', checkpoint: 'c1' } } as const;
    const conflict = {
      synced: ok({ is: 'conflicts', lane: { path: 'p', branch: 'b', base: 'b1' }, checkpoint: 'c2', files: ['a.ts'] }),
    };
    const opened = [...built.slice(0, 2), green, { verdict: ok({ passed: true, issues: [], said: '' }) }, conflict];
    const allowed = answer({ ...proved, allowed: 'h1' });
    const state = replay(lane, merged, [...opened, ...again, allowed]);
    expect(state).toMatchObject({ at: 'checking', stage: 'claimed', promised: ['h1'] });
  });

  test('work that a person accepted without a witness says so until it is merged', () => {
    const without = [reason('no-test')];
    const accepted = after(answer({ ...proved, by: 'person', without }));
    const saved = { base: 'b0', checkpoint: 'c1', unwitnessed: without };
    expect(accepted).toEqual({ at: 'over', result: { is: 'implemented', saved } });
    const merged = replay(lane, { ...input, until: 'merged', saved }, [
      ...built.slice(0, 2),
      green,
      { verdict: ok({ passed: true, issues: [], said: '' }) },
      { synced: ok({ is: 'current' }) },
      { done: ok({ is: 'published', commit: 'm1', left: '', lane: { path: 'p', branch: 'b', base: 'm1' } }) },
      { closed: ok('closed') },
    ]);
    expect(merged).toMatchObject({ at: 'over', result: { is: 'passed', commit: 'm1', unwitnessed: without } });
  });

  test('a person stops the lane, and a failure breaks it', () => {
    expect(after(answer({ at: 'stopped' }))).toMatchObject({ result: { is: 'stopped' } });
    expect(after(answer(null))).toMatchObject({ result: { is: 'stopped' } });
    const because = { code: 'check.unstartable', params: {} } as const;
    expect(after(answer({ at: 'failed', because }))).toMatchObject({ result: { is: 'broken', because } });
  });
});

describe('M4 a lane of version 1 that proved new tests', () => {
  const { at: _, ...work } = after() as Extract<LaneState, { at: 'witnessing' }>;
  const { trust: __, ...job } = { ...work.job, proof: ['npm test'] };
  const older = { ...work, job, proofs: [], isProbe: false, left: ['npm test'], found: null };
  const upgraded = (at: string, rooms?: true) =>
    lane.upgrade({ ...older, at, job: rooms ? { ...job, rooms } : job }, 1);

  test.each(['finding-proofs', 'rewinding', 'proving', 'restoring'])('is proved as a whole, from %s', (at) => {
    expect(upgraded(at, true)).toEqual({ ...work, at: 'witnessing', job: { ...job, rooms: true } });
    expect(jobOf(upgraded(at, true))).toMatchObject({ change: 'c1', trust: { witness: 'ask', mutants: { count: 0 } } });
  });

  test('without clean rooms, the files of its lane are restored first', () => {
    const rewound = upgraded('proving');
    expect(needsOf(rewound)['restored']?.input).toMatchObject({ op: 'restore-lane', args: { checkpoint: 'c1' } });
    const step = lane.steps.get('witnessing');
    expect(step?.next(rewound, { ...answer(proved), restored: ok('restored') })).toMatchObject({ at: 'over' });
    expect(step?.next(rewound, { ...answer(proved), restored: sampleFailure('git.failed') })).toMatchObject({
      result: { is: 'broken' },
    });
    expect(needsOf(upgraded('finding-proofs'))).not.toHaveProperty('restored');
  });

  test('its other states are unchanged, and it is proved after its checks', () => {
    const checking = { ...older, at: 'checking', stage: 'built', left: ['npm test'], red: [] };
    const state = lane.upgrade(checking, 1);
    expect(state).toBe(checking);
    expect(lane.steps.get('checking')?.next(state, green)).toMatchObject({ at: 'witnessing' });
  });
});
