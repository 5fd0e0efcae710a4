import { expect, test } from 'vitest';
import type { Entry } from '../../journal/journal.ts';
import { queueSettings } from '../plan/testing/jobs.ts';
import { queueView } from './document.ts';
import { queueMachine } from './machine.ts';
import type { QueueState, QueueStates } from './state.ts';

const input = { settings: queueSettings, carried: null };
const start = queueMachine.start(input);
if (!('queue' in start)) throw new Error('a queue begins with nothing done');
const { queue } = start;
const moved = (at: 'idle' | 'running' | 'stopped', own: Partial<QueueState>): Entry => ({
  type: 'moved',
  atMs: 2_000,
  state: { at, queue: { ...queue, paused: null, ...own } } as QueueStates,
});
const begun = {
  type: 'started',
  machine: 'plans',
  version: 1,
  title: 'Plans',
  settings: {},
  input,
  state: start,
} as const;
const work = { plan: '0007', branch: 'task/0007-x', stamp: '20260131-235959', child: 'q.4.child' } as const;

function after(...entries: readonly Entry[]) {
  const view = queueView('q', ({ code }) => `because of ${code}`);
  for (const entry of [{ ...begun, atMs: 1_000 } as Entry, ...entries]) view.see('q', entry);
  return view.document();
}

test.each<[string, Entry, string]>([
  ['no work', moved('idle', {}), 'idle'],
  ['a running plan', moved('running', { working: [work] }), 'running'],
  ['a pause', moved('idle', { paused: 'paused' }), 'paused'],
  ['a stop while a plan is running', moved('running', { working: [work], stopping: true }), 'stopping'],
  ['a stopped queue, which starts paused', moved('stopped', { stopping: true }), 'paused'],
])('DO-12 the mode with %s', (_, entry, mode) => {
  expect(after(entry)).toMatchObject({ version: 1, mode });
});

test('DO-12, D-53 shows the running plan with its branch, start time and log', () => {
  expect(after(moved('running', { working: [work] }))?.active).toEqual({
    planId: '0007',
    branch: 'task/0007-x',
    startedAt: '1970-01-01T00:00:02.000Z',
    rateLimitRetries: 0,
    logPath: '.orchestrator/logs/0007-20260131-235959.log',
  });
});

test('DO-12, D-45 keeps the reason and time of a blocked plan', () => {
  const blocked = [{ plan: '0007', because: { code: 'plan.passes-spent', params: {} } }] as const;
  const rows = after(moved('idle', { blocked }), { ...moved('idle', { blocked }), atMs: 9_000 })?.blocked;
  expect(rows).toEqual({
    '0007': {
      reason: 'plan.passes-spent',
      detail: 'because of plan.passes-spent',
      retries: 0,
      blockedAt: '1970-01-01T00:00:02.000Z',
    },
  });
});

test('DO-12 keeps the newest hundred events in the history', () => {
  const turns = Array.from({ length: 120 }, (_, n) => moved('idle', { paused: n % 2 === 0 ? 'paused' : null }));
  const history = after(...turns)?.history ?? [];
  expect([history.length, history.at(-1)?.event]).toEqual([100, 'resumed']);
});
