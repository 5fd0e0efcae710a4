import { describe, expect, test } from 'vitest';
import type { FirstInput } from '../../effects/first.ts';
import { type PickResult, pickPlan } from '../../effects/queue.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { replay } from '../../testing/replay.ts';
import { queueSettings } from '../plan/testing/jobs.ts';
import { queueMachine } from './machine.ts';
import type { QueueSettings, QueueState, QueueStates } from './state.ts';

type Round = Readonly<Record<string, unknown>>;

const listed = (...shas: readonly string[]): Round => ({
  listed: ok({ merged: shas.map((sha) => ({ is: 'merged', sha, by: 'someone', pull: 1, branch: 'b', atMs: 1 })) }),
});
const commanded = (order: string): Round => ({ came: { of: 'control', value: order } });
const picked = (id: string): Round => ({
  found: ok(pickPlan.samples.find((one) => one.is === 'picked' && one.plan.id === id)),
});
const none: Round = { found: ok({ is: 'none', print: 'p', lingering: [] } satisfies PickResult) };
const watching: Round = { watcher: 'w' };
const ended = (child: string, result: unknown, end = 'done'): Round => ({
  came: { of: 'ended', value: { child, end, result } },
});
const shipped = (child: string) => ended(child, { at: 'shipped', sha: 'm' });
const failed = (child: string, code: string, end = 'failed') =>
  ended(child, { at: 'failed', because: { code, params: {} } }, end);

const after = (rounds: readonly Round[], settings: Partial<QueueSettings> = {}): QueueStates =>
  replay(queueMachine, { settings: { ...queueSettings, ...settings }, carried: null }, rounds);
const queue = (state: QueueStates): QueueState => ('queue' in state ? state.queue : (undefined as never));
const needed = (state: QueueStates) => queueMachine.steps.get(state.at)?.needs(state) ?? {};

const booted = [listed('m0'), watching];
const begun = [...booted, commanded('resume'), picked('0001'), { child: 'c1' }];

describe('queue', () => {
  test('DO-11 boots paused: it lists merges and watches, and picks no plan until resumed', () => {
    expect(after(booted)).toMatchObject({ at: 'idle', queue: { paused: 'booted', seen: ['m0'], watcher: 'w' } });
    expect(after([...booted, commanded('resume')])).toMatchObject({ at: 'picking', queue: { paused: null } });
    expect(after(begun)).toMatchObject({
      at: 'running',
      queue: { working: [{ plan: '0001', branch: 'task/0001-x' }] },
    });
  });

  test('D-40, DO-12 lists five merges, takes the first list as its baseline, and counts each later merge once', () => {
    const fidelity = { specPath: 's', threshold: 25, every: 3 };
    const cold = after([], { fidelity });
    expect(needed(cold)['listed']).toMatchObject({ input: { args: { base: 'main', most: 5 } } });
    const look = (...shas: readonly string[]) => [ended('w', { at: 'seen' }), listed(...shas), watching];
    const rounds = [listed('m0'), watching, ...look('m2', 'm1', 'm0')];
    expect(queue(after([listed('m0')], { fidelity })).untilJudged).toBe(3);
    expect(queue(after(rounds, { fidelity })).untilJudged).toBe(1);
    expect(queue(after([...rounds, ...look('m2', 'm1', 'm0')], { fidelity })).untilJudged).toBe(1);
    expect(after([...rounds, ended('w', { at: 'seen' }), listed('m3', 'm2')], { fidelity })).toMatchObject({
      at: 'judging',
    });
  });

  test('Q7, D-45 resumes a plan that failed or reached a cap, and starts it over only if that is not possible', () => {
    const unblocked = [{ came: { of: 'unblock', value: '0001' } }, picked('0001')];
    const again = [listed('m0'), none, ...unblocked];
    const capped = [failed('c1', 'budget.cap-reached', 'capped'), listed('m0'), commanded('resume'), picked('0001')];
    for (const rounds of [
      [...begun, failed('c1', 'agent.schema'), ...again],
      [...begun, ...capped],
    ]) {
      const resuming = after(rounds);
      expect(needed(resuming)).toMatchObject({
        child: { kind: 'reopen', input: { child: 'c1', unchanged: { text: '# x' } } },
      });
      expect(after([...rounds, { child: 'c1' }])).toMatchObject({
        at: 'running',
        queue: { failed: [], working: [{ plan: '0001', child: 'c1' }] },
      });
      expect(after([...rounds, { child: null }])).toMatchObject({ at: 'starting', queue: { failed: [], working: [] } });
    }
  });

  test('D-43 does not pick a merged plan again, even if the checkout still has its file', () => {
    const next = after([...begun, shipped('c1'), listed('m1', 'm0')]);
    expect(needed(next)['found']).toMatchObject({ input: { args: { shipped: ['0001'] } } });
  });

  test('D-45, Dd-02 blocks a failed plan with its reason, continues, and retries it only after an unblock', () => {
    const next = after([...begun, failed('c1', 'check.unstartable'), listed('m0')]);
    expect(queue(next).blocked).toEqual([{ plan: '0001', because: { code: 'check.unstartable', params: {} } }]);
    expect(needed(next)['found']).toMatchObject({ input: { args: { held: ['0001'] } } });
    const idle = [...begun, failed('c1', 'check.unstartable'), listed('m0'), none];
    expect(after([...idle, { came: { of: 'unblock', value: '0001' } }])).toMatchObject({
      at: 'picking',
      queue: { blocked: [] },
    });
  });

  test.each([
    ['spent', { at: 'spent' }, 'plan.passes-spent'],
    ['stopped from outside', null, 'plan.stopped'],
    ['built and not merged', { at: 'built', branch: 'b', followUps: [] }, 'plan.not-merged'],
  ])('Dd-04 blocks a plan that is %s', (_, result, code) => {
    expect(queue(after([...begun, ended('c1', result)])).blocked).toMatchObject([{ because: { code } }]);
  });

  test('a spent budget pauses the queue and blocks no plan', () => {
    const next = after([...begun, failed('c1', 'budget.cap-reached', 'capped')]);
    expect(queue(next)).toMatchObject({ paused: 'budget_cap_reached', blocked: [], working: [] });
  });

  test('D-48 a pause lets the running plan finish and starts no other', () => {
    const paused = [...begun, commanded('pause')];
    expect(after(paused)).toMatchObject({ at: 'running', queue: { paused: 'paused', working: [{ plan: '0001' }] } });
    expect(after([...paused, shipped('c1'), listed('m1')])).toMatchObject({ at: 'idle', queue: { working: [] } });
  });

  test('D-48 a stop waits for the running plan, is immediate without one, and the queue boots paused afterwards', () => {
    expect(after([...booted, commanded('stop')]).at).toBe('stopped');
    expect(after([...begun, commanded('stop')])).toMatchObject({ at: 'running', queue: { stopping: true } });
    const stopped = [...begun, commanded('stop'), shipped('c1')];
    expect(after(stopped).at).toBe('stopped');
    expect(after([...stopped, commanded('stop'), commanded('start')])).toMatchObject({
      at: 'looking',
      queue: { stopping: false, paused: 'booted' },
    });
  });

  test('Q4 sets a plan with a question aside for others, continues to wait for it, and sees its answer', () => {
    const aside = [...begun, { came: { of: 'asks', value: 'c1' } }];
    expect(after(aside)).toMatchObject({ at: 'picking', queue: { working: [], aside: [{ plan: '0001' }] } });
    const other = [...aside, picked('0002'), { child: 'c2' }];
    const input = needed(after(other))['came']?.input as FirstInput | undefined;
    expect(input?.waits['ended']?.input).toEqual({ children: ['c2', 'c1', 'w'] });
    const back = after([...other, { came: { of: 'answered', value: 'c1' } }]);
    expect(queue(back).working.map(({ plan }) => plan)).toEqual(['0002', '0001']);
    expect(queue(after([...other, shipped('c1')])).aside).toEqual([]);
  });

  test('D-46, D-65, D-66 asks the release gate after a merge, and pauses only if the release is ready', () => {
    const settings = { releaseSpec: 'spec.md' };
    const merged = [...booted, commanded('resume'), none, ended('w', { at: 'seen' }), listed('m1', 'm0')];
    expect(needed(after(merged, settings))['gate']).toMatchObject({ input: { args: { specPath: 'spec.md' } } });
    const afterGate = (ready: boolean) => after([...merged, { gate: ok({ ready, report: '' }) }], settings);
    expect([queue(afterGate(true)).paused, queue(afterGate(false)).paused]).toEqual(['release_ready', null]);
    expect(queue(after([...merged, { gate: sampleFailure('plans.broken') }], settings)).paused).toBe(null);
  });

  test('D-59, D-61 judges fidelity after the configured number of merges, alone, and pauses on drift', () => {
    const settings = { fidelity: { specPath: 's', threshold: 25, every: 1 } };
    const merged = [
      ...booted,
      commanded('resume'),
      none,
      ended('w', { at: 'seen' }),
      listed('m1', 'm0'),
      { judge: 'j' },
    ];
    expect(after(merged, settings)).toMatchObject({ at: 'running', queue: { judge: 'j', untilJudged: 1 } });
    const judged = (result: unknown) => queue(after([...merged, ended('j', result)], settings)).paused;
    expect(judged({ at: 'judged', score: 80, blocked: true })).toBe('fidelity_blocked');
    expect(judged({ at: 'judged', score: 3, blocked: false })).toBe(null);
    expect(judged({ at: 'failed', because: { code: 'agent.crash', params: {} } })).toBe(null);
  });

  test('waits for an unavailable forge and picks no plan until it is back', () => {
    const away = after([...begun, shipped('c1'), { listed: sampleFailure('forge.unavailable') }]);
    expect(away).toMatchObject({ at: 'watching', queue: { away: { code: 'forge.unavailable' } } });
    expect(needed(away)['watcher']).toMatchObject({ input: { input: { seen: null } } });
  });

  test('disordered plan files pause the queue; it continues when they are in order', () => {
    const disordered: Round = { found: ok({ is: 'disordered', print: 'p', detail: 'cycle' } satisfies PickResult) };
    const paused = [...booted, commanded('resume'), disordered];
    expect(queue(after(paused))).toMatchObject({ paused: 'plans_disordered', disorder: 'cycle' });
    const mended = [...paused, ended('w', { at: 'seen' }), listed('m0'), picked('0001'), { child: 'c1' }];
    expect(queue(after(mended))).toMatchObject({ paused: null, disorder: null, working: [{ plan: '0001' }] });
  });

  test('DO-11 a start by a person cancels a stop and leaves the queue paused; an automatic restart still stops', () => {
    const stopping = after([...begun, commanded('stop')]);
    const back = { stopping: false, paused: 'booted', working: [{ plan: '0001' }] };
    expect(queue(queueMachine.adjust(stopping, { started: true }))).toMatchObject(back);
    expect(queueMachine.adjust(stopping, { started: false })).toEqual(stopping);
    expect(queueMachine.adjust(after(begun), { started: true })).toEqual(after(begun));
    expect(queue(queueMachine.adjust(after(begun), { started: true, stopped: true }))).toMatchObject(back);
  });
});
