/** Tests `.harness/state.json`, which is computed from the journal (W-21, W-59, W-68, W-164; vocabulary §6.13). */
import { expect, test } from 'vitest';
import type { Entry } from '../../journal/journal.ts';
import type { TaskWork } from './machine.ts';
import { task } from './machine.ts';
import { type TaskPhase, taskPhases } from './phase.ts';
import { isSessionState, type Task } from './state.ts';
import { phaseOf, taskState } from './state-file.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const setup = { job: taskJob, style: 'auto', mode: null, model: null } as const;
const fresh: TaskWork = { setup, found: null };

/** A journal with these states, one second apart. */
const journal = (input: TaskWork, ...states: readonly Task[]): readonly Entry[] =>
  [task.start(input), ...states].map((state, n) => {
    const common = { seq: n, atMs: Date.UTC(2026, 0, 1, 0, 0, n), state };
    return (n === 0
      ? { ...common, type: 'started', machine: 'task', version: 1, title: 'x', settings: {}, input }
      : { ...common, type: 'moved', answers: {} }) as unknown as Entry;
  });

const branched = { branch: 'harness/x', base: null, foreign: [], manifest: null };

test('W-59, W-68, W-164 has no file before the folders exist, then the checkpoint, then all fields with the time of the move', () => {
  expect(taskState([])).toBeUndefined();
  expect(taskState(journal(fresh))).toBeUndefined();
  const checkpoint = taskState(journal(fresh, { at: 'asking-mode', setup, branched }));
  expect(checkpoint).toMatchObject({ version: '2.0', task: 'Add a login', phase: null, updated_at: null });
  const whole = taskState(journal(fresh, { at: 'asking-mode', setup, branched }, { ...taskSession, at: 'looking' }));
  expect(whole).toMatchObject({
    phase: 'plan_ready',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:02.000Z',
  });
  expect(Object.keys(whole ?? {}).sort()).toEqual(Object.keys(checkpoint ?? {}).sort());
  expect(taskState(journal(fresh, { ...taskSession, at: 'looking' }, { at: 'completed' }))).toBeUndefined();
});

const found = (document: object, v1: { verify: boolean } | null = null, phase: TaskPhase = 'plan_done'): TaskWork => ({
  setup,
  found: { session: { ...taskSession, v1 }, phase, step: null, document: document as Record<string, unknown> },
});

test('W-06, W-09, W-21 a found document keeps its fields and gaps; a move writes only its own fields', () => {
  const document = {
    version: '2.0',
    task: 'Own words',
    phase: 'plan_done',
    verify: { layer1_retries: 0, mine: true },
    extra: 1,
  };
  const moved = {
    ...taskSession,
    layer1: { result: 'FAIL', retries: 1 },
    at: 'implementing',
    because: 'layer1',
    failure: '',
  } as const;
  expect(taskState(journal(found(document), moved))).toEqual({
    version: '2.0',
    task: 'Own words',
    phase: 'generating',
    extra: 1,
    has_git: true,
    verify: { layer1_result: 'FAIL', layer1_retries: 1, mine: true },
    updated_at: '2026-01-01T00:00:01.000Z',
  });
});

test('W-06, W-08 version 1 stays version 1, with its own names', () => {
  const approving = { ...taskSession, v1: { verify: true }, at: 'approving' } as const;
  expect(
    taskState(journal(found({ task: 'x', phase: 'gen_ready' }, { verify: true }, 'generate_ready'), approving)),
  ).toEqual({
    task: 'x',
    phase: 'plan_ready',
    updated_at: '2026-01-01T00:00:01.000Z',
  });
});

test('a restart drops the found document', () => {
  const state = taskState(journal(found({ extra: 1 }), { at: 'preparing', setup }, { ...taskSession, at: 'looking' }));
  expect(state).toMatchObject({ version: '2.0', phase: 'plan_ready' });
  expect(state).not.toHaveProperty('extra');
});

test('W-35 every session state has one of the thirteen phases', () => {
  for (const at of task.steps.keys()) {
    const state = { ...taskSession, at, after: 'plan', onto: 'verify', phase: 'planning' } as unknown as Task;
    if (isSessionState(state) && !['preparing', 'branching'].includes(at) && !at.startsWith('asking-m'))
      expect([...taskPhases, undefined]).toContain(phaseOf(state));
  }
});
