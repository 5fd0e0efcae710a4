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
const said = (order: string): Round => ({ came: { of: 'control', value: order } });
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
const begun = [...booted, said('resume'), picked('0001'), { child: 'c1' }];

describe('the queue of plans', () => {
  test('DO-11 boots paused: it looks and watches, and picks nothing until it is resumed', () => {
    expect(after(booted)).toMatchObject({ at: 'idle', queue: { paused: 'booted', seen: ['m0'], watcher: 'w' } });
    expect(after([...booted, said('resume')])).toMatchObject({ at: 'picking', queue: { paused: null } });
    expect(after(begun)).toMatchObject({
      at: 'running',
      queue: { working: [{ plan: '0001', branch: 'task/0001-x' }] },
    });
  });

  test('D-40, DO-12 asks for five merges, anchors at the first look, and counts every later one once', () => {
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

  test('D-43 a plan that is merged is not picked again, also while the checkout does not show it', () => {
    const next = after([...begun, shipped('c1'), listed('m1', 'm0')]);
    expect(needed(next)['found']).toMatchObject({ input: { args: { shipped: ['0001'] } } });
  });

  test('D-45, Dd-02 a failure blocks the plan with its reason, the queue goes on, and only an unblock lets it be tried again', () => {
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
  ])('Dd-04 a plan that is %s is blocked', (_, result, code) => {
    expect(queue(after([...begun, ended('c1', result)])).blocked).toMatchObject([{ because: { code } }]);
  });

  test('a budget that is spent pauses the queue, and blocks nobody', () => {
    const next = after([...begun, failed('c1', 'budget.cap-reached', 'capped')]);
    expect(queue(next)).toMatchObject({ paused: 'budget_cap_reached', blocked: [], working: [] });
  });

  test('D-48 a pause lets the plan finish and begins no other', () => {
    const paused = [...begun, said('pause')];
    expect(after(paused)).toMatchObject({ at: 'running', queue: { paused: 'paused', working: [{ plan: '0001' }] } });
    expect(after([...paused, shipped('c1'), listed('m1')])).toMatchObject({ at: 'idle', queue: { working: [] } });
  });

  test('D-48 a stop waits for the plan; without one it is at once; what was stopped boots paused', () => {
    expect(after([...booted, said('stop')]).at).toBe('stopped');
    expect(after([...begun, said('stop')])).toMatchObject({ at: 'running', queue: { stopping: true } });
    const stopped = [...begun, said('stop'), shipped('c1')];
    expect(after(stopped).at).toBe('stopped');
    expect(after([...stopped, said('stop'), said('start')])).toMatchObject({
      at: 'looking',
      queue: { stopping: false, paused: 'booted' },
    });
  });

  test('Q4 a plan that asks is set aside for others, is told when it was answered, and is waited for all the while', () => {
    const aside = [...begun, { came: { of: 'asks', value: 'c1' } }];
    expect(after(aside)).toMatchObject({ at: 'picking', queue: { working: [], aside: [{ plan: '0001' }] } });
    const other = [...aside, picked('0002'), { child: 'c2' }];
    const input = needed(after(other))['came']?.input as FirstInput | undefined;
    expect(input?.waits['ended']?.input).toEqual({ children: ['c2', 'c1', 'w'] });
    const back = after([...other, { came: { of: 'answered', value: 'c1' } }]);
    expect(queue(back).working.map(({ plan }) => plan)).toEqual(['0002', '0001']);
    expect(queue(after([...other, shipped('c1')])).aside).toEqual([]);
  });

  test('D-46, D-65, D-66 the release gate is asked after a merge; only what is ready is told', () => {
    const settings = { releaseSpec: 'spec.md' };
    const merged = [...booted, said('resume'), none, ended('w', { at: 'seen' }), listed('m1', 'm0')];
    expect(needed(after(merged, settings))['gate']).toMatchObject({ input: { args: { specPath: 'spec.md' } } });
    const told = (ready: boolean) => after([...merged, { gate: ok({ ready, report: '' }) }], settings);
    expect([queue(told(true)).paused, queue(told(false)).paused]).toEqual(['release_ready', null]);
    expect(queue(after([...merged, { gate: sampleFailure('plans.broken') }], settings)).paused).toBe(null);
  });

  test('D-59, D-61 fidelity is judged after so many merges, beside nothing else, and drift pauses the queue', () => {
    const settings = { fidelity: { specPath: 's', threshold: 25, every: 1 } };
    const merged = [...booted, said('resume'), none, ended('w', { at: 'seen' }), listed('m1', 'm0'), { judge: 'j' }];
    expect(after(merged, settings)).toMatchObject({ at: 'running', queue: { judge: 'j', untilJudged: 1 } });
    const judged = (result: unknown) => queue(after([...merged, ended('j', result)], settings)).paused;
    expect(judged({ at: 'judged', score: 80, blocked: true })).toBe('fidelity_blocked');
    expect(judged({ at: 'judged', score: 3, blocked: false })).toBe(null);
    expect(judged({ at: 'failed', because: { code: 'agent.crash', params: {} } })).toBe(null);
  });

  test('a forge that is away is waited for, and nothing is picked meanwhile', () => {
    const away = after([...begun, shipped('c1'), { listed: sampleFailure('forge.unavailable') }]);
    expect(away).toMatchObject({ at: 'watching', queue: { away: { code: 'forge.unavailable' } } });
    expect(needed(away)['watcher']).toMatchObject({ input: { input: { seen: null } } });
  });

  test('plans that are not in order pause it, and it goes on by itself when they are', () => {
    const disordered: Round = { found: ok({ is: 'disordered', print: 'p', detail: 'cycle' } satisfies PickResult) };
    const paused = [...booted, said('resume'), disordered];
    expect(queue(after(paused))).toMatchObject({ paused: 'plans_disordered', disorder: 'cycle' });
    const mended = [...paused, ended('w', { at: 'seen' }), listed('m0'), picked('0001'), { child: 'c1' }];
    expect(queue(after(mended))).toMatchObject({ paused: null, disorder: null, working: [{ plan: '0001' }] });
  });

  test('DO-11 whoever starts a queue that was to stop finds it paused, with its plan; a restart by itself still stops', () => {
    const stopping = after([...begun, said('stop')]);
    const back = { stopping: false, paused: 'booted', working: [{ plan: '0001' }] };
    expect(queue(queueMachine.adjust(stopping, { started: true }))).toMatchObject(back);
    expect(queueMachine.adjust(stopping, { started: false })).toEqual(stopping);
    expect(queueMachine.adjust(after(begun), { started: true })).toEqual(after(begun));
  });
});
