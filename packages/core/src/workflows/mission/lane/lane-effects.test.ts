/** Tests where a feature is built and kept: a worktree, a branch, or the user's checkout. */
import { describe, expect, test } from 'vitest';
import type { AgentInput } from '../../../effects/agent.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import { fail, ok } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { laneJob } from '../testing/jobs.ts';
import type { LaneJob, LaneState } from './job.ts';
import { lane } from './machine.ts';

const saved = { base: 'b0', checkpoint: 'c1' };
const brief = { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null }) };
const opened = (more: object = {}) => ({
  lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0', ...more }),
});
const verdict = { verdict: ok({ item: 'F-1', passed: true, pass: 1, fail: 0, issues: [], said: '', line: '' }) };
const after = (input: LaneJob, ...rounds: readonly Readonly<Record<string, unknown>>[]): LaneState =>
  replay(lane, input, [brief, ...rounds]);
const inputOf = (state: LaneState, need: string): unknown => lane.steps.get(state.at)?.needs(state)[need]?.input ?? {};
const operation = (state: LaneState, need: string) => inputOf(state, need) as OperationInput;

describe('MO-05 a kept feature', () => {
  const kept: LaneJob = { ...laneJob, until: 'merged', saved, checks: [], onPass: 'keep', onto: ['k0'] };

  test('starts on the work of others, merges it in again before it is kept, and does not move the base', () => {
    expect(operation(after(kept), 'lane')).toMatchObject({ op: 'open-lane', args: { from: 'main', onto: ['k0'] } });
    const syncing = after(kept, opened(), verdict);
    expect(operation(syncing, 'synced')).toMatchObject({ op: 'sync-lane', args: { base: 'main', onto: ['k0'] } });
    const keeping = after(kept, opened(), verdict, { synced: ok({ is: 'current' }) });
    expect(operation(keeping, 'done')).toMatchObject({ op: 'keep-lane', args: { checkpoint: 'c1', onto: ['k0'] } });
  });

  test('tells its worker about conflicts in the stacked base before it builds', () => {
    const working = after({ ...kept, until: 'implemented', saved: null }, opened({ conflicts: ['a.ts'] }));
    expect(working).toMatchObject({ at: 'working', told: { is: 'ground', files: ['a.ts'] } });
    expect('lane' in working && 'conflicts' in working.lane).toBe(false);
  });
});

describe('M-25, M-28 a feature in the checkout', () => {
  const here: LaneJob = {
    ...laneJob,
    until: 'implemented',
    saved: null,
    checks: [],
    checkout: { as: 'commit', foreign: ['mine.txt'], stays: false },
  };
  const at = opened({ path: '.', branch: 'main' });

  test('has no separate folder, and a stop closes no lane', () => {
    const working = after(here, at);
    expect((inputOf(working, 'worked') as AgentInput).workplace).toEqual({ cwd: '.', checkpoint: null });
    expect(lane.release(working)).toEqual({});
    const saving = after(here, at, { worked: ok({ is: 'implemented', line: '' }) });
    expect(operation(saving, 'saved')).toMatchObject({ op: 'save', args: { foreign: ['mine.txt'] } });
  });

  test('is saved and checked as it is after an interrupted worker', () => {
    expect(after(here, at, { worked: fail('agent.aborted', {}) })).toMatchObject({ at: 'saving', blocked: null });
    const elsewhere = after({ ...laneJob, checks: [] }, opened(), { worked: fail('agent.aborted', {}) });
    expect(elsewhere).toMatchObject({ at: 'over', result: { is: 'broken' } });
  });

  test('decision 18: an interrupted call that wrote nothing is repeated with the same reason', () => {
    const setback = { ...here, setback: 's.md' };
    for (const [start, before] of [
      [at, 'b0'],
      [opened({ path: '.', branch: 'main', files: 'c7' }), 'c7'],
    ] as const) {
      const crashed = [start, { worked: fail('agent.aborted', {}) }] as const;
      expect(operation(after(setback, ...crashed), 'saved')).toMatchObject({ op: 'save', args: { before } });
      const checkpoint = { commit: 'c9', changedFiles: 0, diff: sampleArtifact };
      const again = after(setback, ...crashed, { saved: ok({ ...checkpoint, isUnchanged: true }) });
      expect(again).toEqual(after(setback, start));
      const part = after(setback, ...crashed, { saved: ok(checkpoint) });
      expect(part).toMatchObject({ at: 'over', result: { is: 'implemented' } });
    }
  });

  test('is published in the checkout, which ends the lane', () => {
    const judged = { ...here, until: 'merged', saved } as const;
    const publishing = after(judged, at, verdict, { synced: ok({ is: 'current' }) });
    expect(operation(publishing, 'done')).toMatchObject({ op: 'publish', args: { as: 'commit', message: 'F-1: t' } });
    const done = {
      done: ok({ is: 'published', commit: 'm1', left: '', lane: { path: '.', branch: 'main', base: 'm1' } }),
    };
    expect(after(judged, at, verdict, { synced: ok({ is: 'current' }) }, done)).toMatchObject({
      at: 'over',
      result: { is: 'passed', commit: 'm1' },
    });
  });
});
