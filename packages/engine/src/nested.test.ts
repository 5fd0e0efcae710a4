/** Tests of grandchildren, and of a child that is raced against a timer. */

import { ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Effect, Machine } from '@harness/core/machine/machine';
import { defineMachine, defineStep } from '@harness/core/machine/machine';
import { messagesFor } from '@harness/core/messages/index';
import { show } from '@harness/core/views/show';
import { describe, expect, test } from 'vitest';
import { drive } from './drive.ts';
import { readRunTree } from './run-tree.ts';
import { requestStop, startAndDriveRun } from './runs.ts';
import { napper } from './testing/lanes.ts';
import { idler, walker } from './testing/machines.ts';
import { type MemoryStore, memoryStore } from './testing/memory-store.ts';
import { nestOf, raceOf } from './testing/nested.ts';
import { letProceed, type TestWorldOptions, testWorld } from './testing/world.ts';
import type { World } from './world.ts';

const never = new AbortController().signal;
const calm: TestWorldOptions = {
  deeds: {
    git: (_, input) => ok((input as { args: { n: number } | null }).args?.n ?? 'back'),
    check: ok({ green: true }),
    agent: ok('done'),
  },
};

/** `machines` from the outside in: the first is the root run. */
const setUp = async (machines: readonly Machine[], store: MemoryStore = memoryStore()) => {
  const world = await testWorld(store, 'r', machines, calm);
  const [root] = machines;
  const beginning = { run: 'r', machine: root?.id ?? '', title: 't', settings: {}, input: null };
  return {
    ...world,
    store,
    go: (signal = never) => startAndDriveRun(world.world, beginning, signal),
    again: (signal = never) => drive('r', world.world, signal),
    log: (run: string) => foldJournal(store.files.get(run) ?? []),
  };
};
const nested = (leaf: Machine): readonly Machine[] => {
  const inner = nestOf('inner', leaf);
  return [nestOf('outer', inner), inner, leaf];
};
const [child, grandchild] = ['r.0.child', 'r.0.child.0.child'];
const entriesIn = (files: ReadonlyMap<string, readonly Entry[]>) =>
  [...files.values()].reduce((sum, entries) => sum + entries.length, 0);
const byRun = (files: ReadonlyMap<string, readonly Entry[]>) =>
  [...files].flatMap(([run, entries]) =>
    entries.flatMap((entry) => (entry.type === 'answered' ? [`${run}/${entry.key}`] : [])),
  );

/** An inbox on which a message takes longer than the next step of a run. */
const slowInbox =
  (inbox: World['inbox']): World['inbox'] =>
  (run) => ({
    ...inbox(run),
    put: async (id, message) => {
      await letProceed();
      return inbox(run).put(id, message);
    },
  });

describe('grandchildren', () => {
  test('are spawned by a child, and their result reaches the run', async () => {
    const { go, store } = await setUp(nested(walker));
    expect(await go()).toMatchObject({ is: 'ended', end: 'done', result: 6 });
    expect([...store.files.keys()].sort()).toEqual(['r', child, grandchild]);
  });

  test('E2 E3 after a power cut at any entry, all three generations end the same and no answered effect is repeated', async () => {
    const whole = await setUp(nested(walker));
    await whole.go();
    for (let dieAt = 0; dieAt < entriesIn(whole.store.files); dieAt++) {
      const broken = await setUp(nested(walker), memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const answered = byRun(broken.store.files);
      const next = await setUp(nested(walker), memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ is: 'ended', end: 'done', result: 6 });
      expect([...next.store.files.keys()].sort()).toEqual(['r', child, grandchild]);
      for (const key of answered) expect(next.performed).not.toContain(key);
    }
  });

  test('E9 are stopped first by a stop from outside; each generation releases what it holds', async () => {
    const { go, store, performed, log } = await setUp(nested(napper('slow', 100)));
    const going = go();
    await letProceed();
    await requestStop(store, 'r', 'me', 0);
    expect(await going).toMatchObject({ is: 'ended', end: 'stopped' });
    expect(performed).toEqual([`${grandchild}/release/back`, `${child}/release/back`, 'r/release/back']);
    expect([child, grandchild].map((run) => log(run).ended?.end)).toEqual(['stopped', 'stopped']);
  });

  test('E9 are stopped although they wait for a person and no process drives the run', async () => {
    const { go, store, performed, again } = await setUp(nested(idler));
    expect(await go()).toEqual({ is: 'waiting' });
    await requestStop(store, 'r', 'me', 0);
    expect(await again()).toMatchObject({ is: 'ended', end: 'stopped' });
    expect(performed).toEqual([`${grandchild}/release/back`, `${child}/release/back`, 'r/release/back']);
  });

  test('E9 after a power cut at any entry of a stop, every generation is stopped and releases what it holds', async () => {
    const stopped = async (store: MemoryStore) => {
      const one = await setUp(nested(idler), store);
      await requestStop(store, 'r', 'me', 0);
      return { ...one, driveResult: one.again() };
    };
    const waiting = async () => {
      const { go, store } = await setUp(nested(idler));
      await go();
      return store.files;
    };
    const whole = await stopped(memoryStore({ files: await waiting() }));
    await whole.driveResult;
    const written = entriesIn(whole.store.files) - entriesIn(await waiting());
    for (let dieAt = 0; dieAt < written; dieAt++) {
      const broken = await stopped(memoryStore({ files: await waiting(), dieAt }));
      await expect(broken.driveResult).rejects.toThrow('power cut');
      const { files, inboxes } = broken.store;
      const next = await stopped(memoryStore({ files, inboxes }));
      expect(await next.driveResult).toMatchObject({ end: 'stopped' });
      for (const run of ['r', child, grandchild]) {
        expect(next.log(run).ended?.end).toBe('stopped');
        expect(next.log(run).answered.get('release/back')).toEqual(ok('back'));
      }
    }
  });

  test('E9 after a power cut at any entry of their work, a stop of the run starts no effect in any generation', async () => {
    const whole = await setUp(nested(walker));
    await whole.go();
    for (let dieAt = 1; dieAt < entriesIn(whole.store.files); dieAt++) {
      const broken = await setUp(nested(walker), memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const { files, inboxes } = broken.store;
      const next = await setUp(nested(walker), memoryStore({ files, inboxes }));
      await requestStop(next.store, 'r', 'me', 0);
      const world = { ...next.world, inbox: slowInbox(next.world.inbox) };
      expect(await drive('r', world, never)).toMatchObject({ is: 'ended', end: 'stopped' });
      expect(next.performed.filter((key) => !key.includes('/release/'))).toEqual([]);
    }
  });

  test('their calls and costs are shown with the run and with the child in between', async () => {
    const { go, store } = await setUp(nested(asker));
    expect(await go()).toMatchObject({ end: 'done' });
    const members = await readRunTree(store, 'r');
    const shown = (run: string) => {
      const own = members.filter((member) => member.run.startsWith(run)) as unknown as RunTree;
      return show(own, { isOwned: false, answered: new Set() }, messagesFor('en'));
    };
    for (const run of ['r', child, grandchild]) {
      const { calls, costUsd, tokens } = shown(run);
      expect(calls).toMatchObject([{ role: 'writer', outcome: 'ok', costUsd: 0.01 }]);
      expect({ costUsd, input: tokens.input }).toEqual({ costUsd: 0.01, input: 10 });
    }
  });
});

/** Asks an agent once. */
type Ask = { at: 'asking' } | { at: 'over' };
const write: Effect<string> = { kind: 'agent', input: { role: 'writer', item: null } };
const asker = defineMachine<null, Ask, null>()({
  id: 'asker',
  version: 1,
  start: () => ({ at: 'asking' }),
  steps: [defineStep<Ask>()({ at: 'asking', to: ['over'], needs: () => ({ a: write }), next: () => ({ at: 'over' }) })],
  ends: { over: 'done' },
  result: () => null,
  results: [null],
}) as Machine;

describe('a call inside first', () => {
  const called = 'r.0.one.child';
  const raced = (leaf: Machine) => [raceOf(leaf, 100), leaf];

  test('answers with the end of the child if it is first, and the child is named after the wait', async () => {
    const { go, store } = await setUp(raced(walker));
    expect(await go()).toMatchObject({ is: 'ended', result: { of: 'child', said: 6 } });
    expect([...store.files.keys()].sort()).toEqual(['r', called]);
  });

  test('lets the child continue if another wait is first, and stops it with its release when the run ends', async () => {
    const { go, clock, performed, log } = await setUp(raced(napper('slow', 1_000)));
    const going = go();
    await letProceed();
    clock.to(100);
    await letProceed();
    expect(log(called).ended).toBeUndefined();
    clock.to(150);
    expect(await going).toMatchObject({ is: 'ended', result: { of: 'nap' } });
    expect(log(called).ended?.end).toBe('stopped');
    expect(performed).toEqual([`${called}/release/back`]);
  });

  test('the child that lost the race continues, also after a restart', async () => {
    const leaving = new AbortController();
    const first = await setUp(raced(napper('slow', 120)));
    const going = first.go(leaving.signal);
    await letProceed();
    first.clock.to(100);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
    const second = await setUp(raced(napper('slow', 120)), memoryStore({ files: first.store.files }));
    second.clock.to(100);
    const again = second.again();
    await letProceed();
    second.clock.to(120);
    await letProceed();
    expect(second.log(called).ended?.end).toBe('done');
    second.clock.to(150);
    expect(await again).toMatchObject({ result: { of: 'nap' } });
  });

  test('E2 E3 after a power cut at any entry, the child starts once and the run ends the same', async () => {
    const whole = await setUp(raced(walker));
    await whole.go();
    for (let dieAt = 0; dieAt < entriesIn(whole.store.files); dieAt++) {
      const broken = await setUp(raced(walker), memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const answered = byRun(broken.store.files);
      const next = await setUp(raced(walker), memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ is: 'ended', result: { of: 'child', said: 6 } });
      expect([...next.store.files.keys()].sort()).toEqual(['r', called]);
      for (const key of answered) expect(next.performed).not.toContain(key);
    }
  });

  test('E9 its child is stopped by a stop from outside', async () => {
    const { go, store, performed } = await setUp(raced(napper('slow', 1_000)));
    const going = go();
    await letProceed();
    await requestStop(store, 'r', 'me', 0);
    expect(await going).toMatchObject({ end: 'stopped' });
    expect(performed).toEqual([`${called}/release/back`, 'r/release/back']);
  });
});
