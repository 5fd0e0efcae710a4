/** E11: tests a run that opens its failed child again, with a child of its own that failed. */
import { anyChild } from '@harness/core/effects/any-child';
import { type CallResult, call } from '@harness/core/effects/call';
import { act, type Operation } from '@harness/core/effects/operation';
import { type ReopenInput, reopen } from '@harness/core/effects/reopen';
import { spawn } from '@harness/core/effects/spawn';
import { type Failure, fail, ok } from '@harness/core/failure/failure';
import { failedSteps } from '@harness/core/journal/failed-step';
import { foldJournal } from '@harness/core/journal/journal';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';
import { expect, test } from 'vitest';
import { drive } from './drive.ts';
import { readStoredRun } from './run-tree.ts';
import { requestStop, startAndDriveRun } from './runs.ts';
import { type MemoryStore, memoryStore } from './testing/memory-store.ts';
import { letProceed, type TestWorldOptions, testWorld } from './testing/world.ts';

interface Result {
  readonly at: 'done' | 'failed';
  readonly because?: Failure;
}

/** Works, then writes; its result holds the failure of the second step. */
type Worker = { at: 'working' } | { at: 'writing' } | ({ at: 'over' } & { result: Result });
const task = (op: string): Operation<null, string> => ({
  kind: 'agent',
  op,
  samples: [''],
  failures: ['agent.schema'],
});
const workerStep = defineStep<Worker>();
const worker = defineMachine<null, Worker, Result>()({
  id: 'worker',
  version: 1,
  start: () => ({ at: 'working' }),
  steps: [
    workerStep({
      at: 'working',
      to: ['writing'],
      needs: () => ({ work: act(task('work'), null) }),
      next: () => ({ at: 'writing' }),
    }),
    workerStep({
      at: 'writing',
      to: ['over'],
      needs: () => ({ text: act(task('write'), null) }),
      next: (_, { text }) => ({
        at: 'over',
        result: text.ok ? { at: 'done' } : { at: 'failed', because: text.failure },
      }),
    }),
  ],
  ends: { over: 'done' },
  result: ({ result }) => result,
  results: [{ at: 'done' }],
});

type Plan = { at: 'calling' } | { at: 'over'; result: Result };
const planStep = defineStep<Plan>();
const plan = defineMachine<null, Plan, Result>()({
  id: 'plan',
  version: 1,
  start: () => ({ at: 'calling' }),
  steps: [
    planStep({
      at: 'calling',
      to: ['over'],
      needs: () => ({ worker: call(worker, 'worker', null) }),
      next: (_, { worker: called }) => ({ at: 'over', result: called.result ?? { at: 'failed' } }),
    }),
  ],
  ends: { over: 'done' },
  result: ({ result }) => result,
  results: [{ at: 'done' }],
});

type Queue =
  | { at: 'starting' }
  | { at: 'waiting'; child: string; triesLeft: number }
  | { at: 'reopening'; child: string }
  | { at: 'over'; result: string };
const queueStep = defineStep<Queue>();
const queue = defineMachine<null, Queue, string>()({
  id: 'queue',
  version: 1,
  start: () => ({ at: 'starting' }),
  steps: [
    queueStep({
      at: 'starting',
      to: ['waiting'],
      needs: () => ({ child: spawn(plan, 'plan', null) }),
      next: (_, { child }) => ({ at: 'waiting', child, triesLeft: 1 }),
    }),
    queueStep({
      at: 'waiting',
      to: ['reopening', 'over'],
      needs: ({ child }) => ({ ended: anyChild<Result>([child]) }),
      next: ({ child, triesLeft }, { ended: { result } }: { ended: CallResult<Result> }) =>
        result?.at === 'failed' && triesLeft > 0
          ? { at: 'reopening', child }
          : { at: 'over', result: result?.at ?? 'stopped' },
    }),
    queueStep({
      at: 'reopening',
      to: ['waiting', 'over'],
      needs: ({ child }) => ({ again: reopen(child, { text: 'same' }) }),
      next: (_, { again }) =>
        again === null ? { at: 'over', result: 'not reopened' } : { at: 'waiting', child: again, triesLeft: 0 },
    }),
  ],
  ends: { over: 'done' },
  result: ({ result }) => result,
  results: [''],
});

const never = new AbortController().signal;
const [child, grandchild] = ['r.0.child', 'r.0.child.0.worker'];

type Write = 'fails once' | 'hangs the second time';

const firstWriting = '1/text';

/** The first writing of the grandchild fails; after it is reopened, the need has a new key. */
const playOf = (write: Write): TestWorldOptions => ({
  deeds: {
    agent: async ({ key, signal }, input) => {
      if ((input as { op: string }).op === 'work') return ok('worked');
      if (key === firstWriting) return fail('agent.schema', { role: 'x' });
      if (write === 'hangs the second time')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      return ok('written');
    },
  },
});

async function setUp(store: MemoryStore, { isResumable = true, write = 'fails once' as Write } = {}) {
  const made = await testWorld(store, 'r', [queue, plan, worker] as unknown as readonly Machine[], playOf(write));
  const prepared: ReopenInput[] = [];
  const world = {
    ...made.world,
    prepareReopen: async (input: ReopenInput) => {
      prepared.push(input);
      const family = await Promise.all([child, grandchild].map((run) => readStoredRun(store, run)));
      return isResumable ? failedSteps(family) : [];
    },
  };
  const beginning = { run: 'r', machine: 'queue', title: 't', settings: {}, input: null };
  return { ...made, prepared, store, go: (signal = never) => startAndDriveRun(world, beginning, signal), world };
}

const entriesIn = ({ files }: MemoryStore) => [...files.values()].reduce((sum, entries) => sum + entries.length, 0);

test('E11 a reopened child and its child continue at the failed step; the work before is not repeated', async () => {
  const { go, performed, store, prepared } = await setUp(memoryStore());
  expect(await go()).toMatchObject({ is: 'ended', result: 'done' });
  // An unreadable answer is repaired once, under the same key.
  expect(performed).toEqual(['0/work', '1/text', '1/text', '3/text'].map((key) => `${grandchild}/${key}`));
  expect([[...store.files.keys()].sort(), prepared]).toEqual([
    ['r', child, grandchild],
    [{ child, unchanged: { text: 'same' } }],
  ]);
});

test('E11 a child that cannot be resumed stays ended', async () => {
  const { go, store } = await setUp(memoryStore(), { isResumable: false });
  expect(await go()).toMatchObject({ is: 'ended', result: 'not reopened' });
  expect(foldJournal(store.files.get(child) ?? []).ended).toBeDefined();
});

test('E3 E11 after a power cut at any entry, a reopened child ends the same and nothing answered is repeated', async () => {
  const whole = await setUp(memoryStore());
  await whole.go();
  for (let dieAt = 0; dieAt < entriesIn(whole.store); dieAt++) {
    const broken = await setUp(memoryStore({ dieAt }));
    await expect(broken.go()).rejects.toThrow('power cut');
    const isWorkDone = foldJournal(broken.store.files.get(grandchild) ?? []).answered.has('0/work');
    const next = await setUp(memoryStore({ files: broken.store.files }));
    expect(await next.go()).toMatchObject({ is: 'ended', result: 'done' });
    if (isWorkDone) expect(next.performed).not.toContain(`${grandchild}/0/work`);
    const reopened = [...(next.store.files.get(child) ?? [])].filter(({ type }) => type === 'reopened');
    expect([reopened.length, [...next.store.files.keys()].sort()]).toEqual([1, ['r', child, grandchild]]);
  }
});

test('E9 a stop of the run stops a reopened child and its child, in this process and in the next', async () => {
  for (const isNext of [false, true]) {
    const first = await setUp(memoryStore(), { write: 'hangs the second time' });
    const leaving = new AbortController();
    const going = first.go(leaving.signal);
    for (let turn = 0; turn < 20; turn++) await letProceed();
    if (isNext) {
      leaving.abort(new Error('leaving'));
      await expect(going).rejects.toThrow('leaving');
    }
    const { files, inboxes } = first.store;
    const store = isNext ? memoryStore({ files, inboxes }) : first.store;
    const world = isNext ? (await setUp(store)).world : undefined;
    await requestStop(store, 'r', 'me', 0);
    expect(await (world ? drive('r', world, never) : going)).toMatchObject({ end: 'stopped' });
    for (const run of [child, grandchild]) expect(foldJournal(store.files.get(run) ?? []).ended?.end).toBe('stopped');
  }
});
