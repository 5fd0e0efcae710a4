import { fail, ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import { describe, expect, test } from 'vitest';
import { createBudgetTracker } from './budget-tracker.ts';
import { startAndDriveRun } from './runs.ts';
import { type MemoryStore, memoryStore } from './testing/memory-store.ts';
import { payer } from './testing/payer.ts';
import { type FakePerformer, testWorld } from './testing/world.ts';

const never = new AbortController().signal;
/** Each call costs 11 tokens: see the world of the tests. */
const setUp = async (
  capTokens: number,
  store: MemoryStore = memoryStore(),
  agent: FakePerformer = () => ok('done'),
) => {
  const family = [...store.files].map(([run, entries]) => ({ run, entries: [...entries] }));
  const purse = createBudgetTracker(family, { capTokens, warnAt: 0.8 }, () => ({ reserveTokens: 5 }));
  const { world, performed } = await testWorld(store, 'r', [payer], { deeds: { agent }, purse });
  return {
    performed,
    store,
    go: () => startAndDriveRun(world, { run: 'r', machine: 'payer', title: 't', settings: {}, input: null }, never),
    entries: () => store.files.get('r') ?? [],
  };
};
const reserved = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.type === 'asked' ? [entry.reserved?.tokens] : []));

describe('E8 reserve and settle', () => {
  test('E8 asked reserves the cost of a call: a guess for the first call, then the average so far', async () => {
    const { go, entries } = await setUp(1_000);
    expect(await go()).toMatchObject({ end: 'done' });
    expect(reserved(entries())).toEqual([5, 11, 11]);
    expect(foldJournal(entries()).spent.usage).toMatchObject({ input: 30, output: 3 });
  });

  test('E8 answers an effect that does not fit under the cap without performing it, and the run ends capped', async () => {
    const { go, entries, performed } = await setUp(32);
    expect(await go()).toMatchObject({ is: 'ended', end: 'capped' });
    expect(performed).toEqual(['r/0/a', 'r/1/b']);
    expect(foldJournal(entries()).answered.get('1/c')).toMatchObject({
      ok: false,
      failure: { code: 'budget.cap-reached' },
    });
    expect(reserved(entries())).toEqual([5, 11, undefined]);
  });

  test('E8 lets only one of two simultaneous calls spend the rest of the budget', async () => {
    const { go, performed } = await setUp(22);
    expect(await go()).toMatchObject({ end: 'capped' });
    expect(performed).toEqual(['r/0/a', 'r/1/b']);
  });

  test('E8 counts earlier usage after a restart', async () => {
    const broken = await setUp(32, memoryStore({ dieAt: 4 }));
    await expect(broken.go()).rejects.toThrow('power cut');
    const { go, performed } = await setUp(32, memoryStore({ files: broken.store.files }));
    expect(await go()).toMatchObject({ end: 'capped' });
    expect(performed).toEqual(['r/1/b']);
  });

  test.each([
    ['with room', 1_000, 'done'],
    ['under a cap', 32, 'capped'],
  ])('E8 after a power cut at any entry, %s, the run ends the same and a crash charges once', async (_, cap, end) => {
    const whole = await setUp(cap);
    await whole.go();
    for (let dieAt = 0; dieAt < whole.entries().length; dieAt++) {
      const broken = await setUp(cap, memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const next = await setUp(cap, memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ end });
      expect(foldJournal(next.entries()).spent).toEqual(foldJournal(whole.entries()).spent);
    }
  });

  test('E8 warns once when a share of the cap is spent, after a power cut at any entry', async () => {
    const words = (entries: readonly Entry[]) =>
      entries.filter((entry) => entry.type === 'noted' && entry.code === 'budget.near');
    const whole = await setUp(40);
    await whole.go();
    expect(words(whole.entries())).toHaveLength(1);
    for (let dieAt = 0; dieAt < whole.entries().length; dieAt++) {
      const broken = await setUp(40, memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const next = await setUp(40, memoryStore({ files: broken.store.files }));
      await next.go();
      expect(words(next.entries()), `cut off after ${dieAt}`).toHaveLength(1);
    }
  });

  test('E8 keeps the reservation of a failed try for the next try, and charges the usage of both', async () => {
    let left = 1;
    const { go, entries } = await setUp(1_000, memoryStore(), () => (left-- > 0 ? fail('agent.schema') : ok('done')));
    expect(await go()).toMatchObject({ end: 'done' });
    expect(foldJournal(entries()).spent.usage).toMatchObject({ input: 40 });
  });
});
