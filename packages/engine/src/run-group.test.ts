import { fail, ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Machine } from '@harness/core/machine/machine';
import { askedQuestions } from '@harness/core/views/questions';
import { describe, expect, test } from 'vitest';
import { drive } from './drive.ts';
import { requestStop, resumeRun, startAndDriveRun } from './runs.ts';
import { firstWaiter, lanesOf, napper, wide } from './testing/lanes.ts';
import { idler, walker } from './testing/machines.ts';
import { type MemoryStore, memoryStore } from './testing/memory-store.ts';
import { letProceed, type TestWorldOptions, testWorld } from './testing/world.ts';

const never = new AbortController().signal;
const calm: TestWorldOptions = {
  deeds: {
    git: (_, input) => ok((input as { args: { n: number } | null }).args?.n ?? 'back'),
    check: ok({ green: true }),
  },
};
const slow = napper('slow', 100);
const fast = napper('fast', 10);
const children = [walker, idler, slow, fast];

const setUp = async (
  machine: Machine,
  play: TestWorldOptions = calm,
  store: MemoryStore = memoryStore(),
  input: unknown = null,
) => {
  const world = await testWorld(store, 'r', [...children, machine], play);
  const beginning = { run: 'r', machine: machine.id, title: 't', settings: {}, input };
  return {
    ...world,
    store,
    go: (signal = never) => startAndDriveRun(world.world, beginning, signal),
    again: (signal = never) => drive('r', world.world, signal),
    log: (run = 'r') => foldJournal(store.files.get(run) ?? []),
  };
};
const withLanes = (lanes: readonly string[], enough = lanes.length, play = calm, store = memoryStore()) =>
  setUp(lanesOf(children), play, store, { lanes, enough });
const facts = (entries: readonly Entry[] = []) =>
  entries
    .filter(({ type }) => type !== 'noted')
    .map((entry) => JSON.stringify(entry))
    .sort();
const stopAnswer = (question: string) =>
  ({ version: 1, type: 'answer', question, choice: 'stop', note: '', by: 'me', channel: 'command', atMs: 0 }) as const;
const bell = { version: 1, type: 'signal', name: 'bell', choice: 'ring', by: 'me', atMs: 0 } as const;

describe('spawn and any-child', () => {
  test('C1 lanes run in parallel, and the first that ends is returned first', async () => {
    const { go, clock } = await withLanes(['slow', 'fast']);
    const going = go();
    await letProceed();
    clock.to(10);
    await letProceed();
    clock.to(100);
    expect(await going).toMatchObject({ is: 'ended', result: ['r.0.lane1', 'r.0.lane0'] });
  });

  test('the id of a child contains the run, the move and the name that spawned it', async () => {
    const { go, store } = await withLanes(['walker', 'walker']);
    expect(await go()).toMatchObject({ is: 'ended' });
    expect([...store.files.keys()].sort()).toEqual(['r', 'r.0.lane0', 'r.0.lane1']);
  });

  test('after downtime, all ended children are known before the earliest end is returned', async () => {
    const files = new Map<string, Entry[]>();
    const first = await withLanes(['slow', 'fast'], 1, calm, memoryStore({ files }));
    const leaving = new AbortController();
    const going = first.go(leaving.signal);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
    for (const [run, atMs] of [
      ['r.0.lane0', 20],
      ['r.0.lane1', 10],
    ] as const)
      files.get(run)?.push({ type: 'ended', atMs, end: 'done', result: run });
    const second = await withLanes(['slow', 'fast'], 1, calm, memoryStore({ files }));
    expect(await second.again()).toMatchObject({ result: ['r.0.lane1'] });
  });

  test('C2 a child whose rate limit exceeds the maximum wait parks the run until the retry time', async () => {
    const limited = fail('agent.rate-limit', { retryAfterMs: 3_600_000 });
    const { go } = await withLanes(['walker'], 1, { deeds: { git: limited, check: limited } });
    expect(await go()).toMatchObject({ is: 'parked', because: { code: 'agent.rate-limit' }, untilMs: 3_600_000 });
  });

  test('resuming a run resets the retry counts of its parked children', async () => {
    const limited = fail('agent.rate-limit', { retryAfterMs: 3_600_000 });
    const files = new Map<string, Entry[]>();
    const first = await withLanes(['walker'], 1, { deeds: { git: limited, check: limited } }, memoryStore({ files }));
    expect(await first.go()).toMatchObject({ is: 'parked' });
    const second = await withLanes(['walker'], 1, calm, memoryStore({ files }));
    const { world } = second;
    expect(await resumeRun(world, 'r', { settings: {}, changes: {} }, never)).toMatchObject({
      is: 'ended',
      end: 'done',
    });
  });

  test('C1 a child that waits for a person does not stop the others; if only people are left, the run waits', async () => {
    const { go, clock, log } = await withLanes(['idler', 'slow']);
    const going = go();
    await letProceed();
    clock.to(100);
    expect(await going).toEqual({ is: 'waiting' });
    expect(log('r.0.lane1').ended?.end).toBe('done');
    expect(log('r').state).toMatchObject({ ended: ['r.0.lane1'] });
  });

  test('C2 a run whose child is parked is parked for the same reason, also if another child waits for a person', async () => {
    const limited: TestWorldOptions = { deeds: { git: fail('agent.rate-limit', { retryAfterMs: 3_600_000 }) } };
    const parked = { is: 'parked', because: { code: 'agent.rate-limit' }, untilMs: 3_600_000 };
    expect(await (await withLanes(['walker'], 1, limited)).go()).toMatchObject(parked);
    expect(await (await withLanes(['idler', 'walker'], 2, limited)).go()).toMatchObject(parked);
  });

  test('C1 an answer that arrives while others work lets its child continue at once', async () => {
    const { go, clock, store, log } = await withLanes(['idler', 'slow']);
    const going = go();
    await letProceed();
    await store.inbox('r.0.lane0').put('r.0.lane0.0.answer', stopAnswer('r.0.lane0.0.answer'));
    await letProceed();
    expect(log('r.0.lane0').ended?.end).toBe('limit-reached');
    clock.to(100);
    expect(await going).toMatchObject({ is: 'ended', result: ['r.0.lane0', 'r.0.lane1'] });
  });

  test('C3 a drive returns only when everything has settled', async () => {
    const ended: string[] = [];
    const { go } = await withLanes(['walker', 'walker'], 2, {
      deeds: {
        git: ({ run, key, signal }) => {
          if (run === 'r.0.lane1' && key === '1/b') throw new Error('a bug');
          if (key !== '1/b') return ok(1);
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () =>
              setTimeout(() => {
                ended.push(run);
                reject(signal.reason as Error);
              }, 5),
            ),
          );
        },
        check: ok({ green: true }),
      },
    });
    await expect(go()).rejects.toThrow('a bug');
    expect(ended).toEqual(['r.0.lane0']);
  });

  test('E2 E3 after a power cut at any entry of a parent with two lanes, all end the same, no child starts twice, no answered effect is repeated', async () => {
    const whole = await withLanes(['walker', 'walker']);
    await whole.go();
    const total = [...whole.store.files.values()].reduce((sum, entries) => sum + entries.length, 0);
    expect(total).toBeGreaterThan(30);
    for (let dieAt = 0; dieAt < total; dieAt++) {
      const broken = await withLanes(['walker', 'walker'], 2, calm, memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const answered = [...broken.store.files].flatMap(([run, entries]) =>
        entries.flatMap((entry) => (entry.type === 'answered' ? [`${run}/${entry.key}`] : [])),
      );
      const next = await withLanes(['walker', 'walker'], 2, calm, memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ is: 'ended', end: 'done' });
      expect([...next.store.files.keys()].sort()).toEqual(['r', 'r.0.lane0', 'r.0.lane1']);
      for (const run of ['r.0.lane0', 'r.0.lane1'])
        expect(facts(next.store.files.get(run))).toEqual(facts(whole.store.files.get(run)));
      expect(new Set(next.log().ended?.result as string[])).toEqual(new Set(['r.0.lane0', 'r.0.lane1']));
      for (const key of answered) expect(next.performed).not.toContain(key);
    }
  });
});

describe('C2 an answer at the last moment', () => {
  /** Puts the answer into the inbox just when the whole group has started to rest. */
  function lastMoment(store: MemoryStore, lane: string, choice: string) {
    const inbox = store.inbox(lane);
    const { changed } = inbox;
    const id = `${lane}.0.answer`;
    let times = 0;
    const late = async (seen: number, signal: AbortSignal) => {
      await changed(seen, signal);
      if (signal.aborted && times++ === 0) await inbox.put(id, { ...stopAnswer(id), choice });
    };
    store.inboxes.set(lane, { ...inbox, changed: late });
  }

  test('C2 moves its child, and all others check again before the drive returns', async () => {
    const store = memoryStore();
    lastMoment(store, 'r.0.lane0', 'stop');
    const { go, log } = await withLanes(['idler', 'idler'], 2, calm, store);
    expect(await go()).toEqual({ is: 'waiting' });
    expect(log('r.0.lane0').ended?.end).toBe('limit-reached');
    expect(log('r').state).toMatchObject({ at: 'draining', ended: ['r.0.lane0'] });
  });

  test('C2 ends the run if it leads to its end', async () => {
    const store = memoryStore();
    lastMoment(store, 'r.0.lane0', 'stop');
    const { go } = await withLanes(['idler'], 1, calm, store);
    expect(await go()).toMatchObject({ is: 'ended', result: ['r.0.lane0'] });
  });

  test('C2 that leads to a timer keeps the drive until no answer can arrive', async () => {
    const store = memoryStore();
    lastMoment(store, 'r.0.lane0', 'one more pass');
    await store.inbox('r.0.lane0').put('bell-1', bell);
    const { go, clock, log } = await withLanes(['idler', 'idler'], 2, calm, store);
    const going = go();
    await letProceed();
    clock.to(500);
    expect(await going).toEqual({ is: 'waiting' });
    expect(log('r.0.lane0').ended?.end).toBe('done');
    expect(log('r').state).toMatchObject({ ended: ['r.0.lane0'] });
  });

  test('E2 E3 after a power cut at any entry around that moment, all end the same and no answered effect is repeated', async () => {
    const ends = async (store: MemoryStore) => {
      const one = await withLanes(['idler', 'walker'], 2, calm, store);
      return { ...one, driveResult: one.go() };
    };
    const wholeStore = memoryStore();
    lastMoment(wholeStore, 'r.0.lane0', 'stop');
    const whole = await ends(wholeStore);
    expect(await whole.driveResult).toMatchObject({ is: 'ended', end: 'done' });
    const total = [...wholeStore.files.values()].reduce((sum, entries) => sum + entries.length, 0);
    for (let dieAt = 0; dieAt < total; dieAt++) {
      const store = memoryStore({ dieAt });
      lastMoment(store, 'r.0.lane0', 'stop');
      const broken = await ends(store);
      await expect(broken.driveResult).rejects.toThrow('power cut');
      const answered = [...store.files].flatMap(([run, entries]) =>
        entries.flatMap((entry) => (entry.type === 'answered' ? [`${run}/${entry.key}`] : [])),
      );
      const again = memoryStore({ files: store.files, inboxes: store.inboxes });
      const next = await ends(again);
      expect(await next.driveResult).toMatchObject({ is: 'ended', end: 'done' });
      for (const key of answered) expect(next.performed).not.toContain(key);
    }
  });
});

test('a waiting run is woken by its inbox and reads no journal again', async () => {
  const { world, store, go } = await withLanes(['idler', 'idler'], 2, { ...calm, attended: true });
  const opened: string[] = [];
  const open = world.owner.open.bind(world.owner);
  Object.assign(world.owner, {
    open: (run: string) => {
      opened.push(run);
      return open(run);
    },
  });
  const going = go();
  await letProceed();
  const before = opened.length;
  for (let n = 0; n < 20; n++) {
    await store.inbox('r').put(`noise-${n}`, bell);
    await store.inbox('r.0.lane0').put(`noise-${n}`, { ...bell, name: 'noise' });
    await letProceed();
  }
  expect(opened.length).toBe(before);
  for (const lane of ['r.0.lane0', 'r.0.lane1'])
    await store.inbox(lane).put(`${lane}.0.answer`, stopAnswer(`${lane}.0.answer`));
  expect(await going).toMatchObject({ is: 'ended', end: 'done' });
  expect(opened.length).toBe(before);
});

describe('E9 children end first', () => {
  test('E9 when a run ends, its running children are stopped, each with its release', async () => {
    const { go, clock, performed, log } = await withLanes(['slow', 'fast'], 1);
    const going = go();
    await letProceed();
    clock.to(10);
    expect(await going).toMatchObject({ is: 'ended', end: 'done', result: ['r.0.lane1'] });
    expect(performed).toEqual(['r.0.lane1/1/pushed', 'r.0.lane0/release/back']);
    expect(log('r.0.lane0').ended?.end).toBe('stopped');
  });

  test('E9 a stop from outside stops the children first, also those that wait for a person', async () => {
    const { go, store, performed, again } = await withLanes(['slow', 'idler']);
    const going = go();
    await letProceed();
    await requestStop(store, 'r', 'me', 0);
    expect(await going).toMatchObject({ is: 'ended', end: 'stopped' });
    expect(performed.at(-1)).toBe('r/release/back');
    expect(performed.slice(0, 2).sort()).toEqual(['r.0.lane0/release/back', 'r.0.lane1/release/back']);
    expect(await again()).toMatchObject({ end: 'stopped' });
    expect(performed).toHaveLength(3);
  });

  test('E9 a child that was requested but never started needs no stop', async () => {
    const broken = await withLanes(['walker'], 1, calm, memoryStore({ dieAt: 2 }));
    await expect(broken.go()).rejects.toThrow('power cut');
    const { files, inboxes } = broken.store;
    expect(files.get('r')?.at(-1)).toMatchObject({ type: 'asked', key: '0/lane0' });
    const store = memoryStore({ files, inboxes });
    await requestStop(store, 'r', 'me', 0);
    expect(await (await withLanes(['walker'], 1, calm, store)).again()).toMatchObject({ end: 'stopped' });
  });
});

describe('first', () => {
  const parts = ['ask', 'bell', 'nap'] as const;

  test.each(parts)('is answered by the first wait to finish: %s', async (name) => {
    const { go, store, clock, log } = await setUp(firstWaiter(parts));
    const going = go();
    await letProceed();
    if (name === 'ask') await store.inbox('r').put('r.0.one.ask', stopAnswer('r.0.one.ask'));
    if (name === 'bell') await store.inbox('r').put('bell-1', bell);
    if (name === 'nap') clock.to(500);
    expect(await going).toMatchObject({ is: 'ended', result: name });
    expect([...log().taken]).toEqual(name === 'nap' ? [] : [name === 'ask' ? 'r.0.one.ask' : 'bell-1']);
  });

  test('a question in it has its own id, is listed while it is open, and is closed when another wait is first', async () => {
    const { go, store, clock } = await setUp(firstWaiter(parts));
    const going = go();
    await letProceed();
    const listed = () => askedQuestions({ run: 'r', entries: store.files.get('r') ?? [] });
    expect(listed()).toMatchObject([{ id: 'r.0.one.ask', key: '0/one#ask', answer: undefined }]);
    clock.to(500);
    await going;
    expect(listed()).toMatchObject([{ id: 'r.0.one.ask', answer: null }]);
  });

  test('an answered question in it is listed with its answer', async () => {
    const { go, store } = await setUp(firstWaiter(['ask']));
    await store.inbox('r').put('r.0.one.ask', stopAnswer('r.0.one.ask'));
    await go();
    expect(askedQuestions({ run: 'r', entries: store.files.get('r') ?? [] })).toMatchObject([
      { answer: { choice: 'stop' } },
    ]);
  });

  test('C2 an event is not awaited beside an unattended question, but is awaited alone', async () => {
    expect(await (await setUp(firstWaiter(['ask', 'bell']))).go()).toEqual({ is: 'waiting' });
    const { go, store } = await setUp(firstWaiter(['bell']));
    const going = go();
    await letProceed();
    await store.inbox('r').put('bell-1', bell);
    expect(await going).toMatchObject({ is: 'ended', result: 'bell' });
  });

  test('E7 a timer in it is absolute, also after downtime', async () => {
    const files = new Map<string, Entry[]>();
    const leaving = new AbortController();
    const going = (await setUp(firstWaiter(parts), calm, memoryStore({ files }))).go(leaving.signal);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
    const second = await setUp(firstWaiter(parts), calm, memoryStore({ files }));
    second.clock.to(500);
    expect(await second.again()).toMatchObject({ result: 'nap' });
  });
});

test('E1 a fan-out of 50 is requested at once, and each answer after the first costs one append', async () => {
  const { go, store, performed } = await setUp(wide(50));
  expect(await go()).toMatchObject({ is: 'ended', result: 50 });
  expect(performed).toHaveLength(50);
  expect(store.appends()).toBeLessThanOrEqual(3 + 50);
});

test('E2 E3 after a power cut at any entry of a fan-out of 50, it ends the same and no answered effect is repeated', async () => {
  const whole = await setUp(wide(50));
  await whole.go();
  const total = whole.log().length;
  expect(total).toBeGreaterThan(100);
  for (let dieAt = 0; dieAt < total; dieAt++) {
    const broken = await setUp(wide(50), calm, memoryStore({ dieAt }));
    await expect(broken.go()).rejects.toThrow('power cut');
    const answered = [...foldJournal(broken.store.files.get('r') ?? []).answered.keys()];
    const next = await setUp(wide(50), calm, memoryStore({ files: broken.store.files }));
    expect(await next.go()).toMatchObject({ is: 'ended', result: 50 });
    for (const key of answered) expect(next.performed).not.toContain(`r/${key}`);
    expect(new Set(next.performed).size).toBe(next.performed.length);
    expect(next.log().spent).toEqual(whole.log().spent);
  }
});
