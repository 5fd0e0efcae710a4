import { fail, ok } from '@harness/core/failure/failure';
import { foldJournal } from '@harness/core/journal/journal';
import type { Machine } from '@harness/core/machine/machine';
import { describe, expect, test } from 'vitest';
import { admitAll, combineGates, frozenGate, type Gate, slotGate } from './admission.ts';
import { drive } from './drive.ts';
import { requestStop, startAndDriveRun } from './runs.ts';
import { lanesOf, wide } from './testing/lanes.ts';
import { idler, walker } from './testing/machines.ts';
import { memoryStore } from './testing/memory-store.ts';
import { type FakePerformer, letProceed, testWorld } from './testing/world.ts';

const never = new AbortController().signal;
const calm: FakePerformer = (_, input) => ok((input as { args: { n: number } | null }).args?.n ?? 'back');

const setUp = async (machine: Machine, admit: Gate, git: FakePerformer = calm, input: unknown = null) => {
  const store = memoryStore();
  const deeds = { git, check: ok({ green: true }) };
  const world = await testWorld(store, 'r', [walker, idler, machine], { deeds, admit });
  return {
    ...world,
    store,
    go: (signal = never) =>
      startAndDriveRun(world.world, { run: 'r', machine: machine.id, title: 't', settings: {}, input }, signal),
    again: () => drive('r', world.world, never),
    entries: () => store.files.get('r') ?? [],
  };
};

describe('E10 a freeze', () => {
  test('E10 holds a run between two effects, leaves no entry in its journal, and lets it continue when the freeze ends', async () => {
    let isFrozen = false;
    const { go, again, entries } = await setUp(
      walker,
      frozenGate(() => isFrozen),
      (context, input) => {
        isFrozen = true;
        return calm(context, input);
      },
    );
    expect(await go()).toEqual({ is: 'held', because: 'frozen' });
    expect(entries().map(({ type }) => type)).toEqual(['started', 'asked', 'answered', 'moved']);
    const before = entries().length;
    expect(await again()).toEqual({ is: 'held', because: 'frozen' });
    expect(entries().length).toBe(before);
    isFrozen = false;
    expect(await again()).toEqual({ is: 'held', because: 'frozen' }); // the next effect froze it again
    expect(foldJournal(entries()).state.at).toBe('last');
  });

  test('E10 neither prevents a question to a person nor the release of a stopped run', async () => {
    const { go, store, performed, again } = await setUp(
      idler,
      frozenGate(() => true),
    );
    expect(await go()).toEqual({ is: 'waiting' });
    await requestStop(store, 'r', 'me', 0);
    expect(await again()).toMatchObject({ end: 'stopped' });
    expect(performed).toEqual(['r/release/back']);
  });

  test('E10 holds the parent if it holds the children', async () => {
    const { go } = await setUp(
      lanesOf([walker]),
      frozenGate(() => true),
      calm,
      { lanes: ['walker', 'walker'], enough: 2 },
    );
    expect(await go()).toEqual({ is: 'held', because: 'frozen' });
  });
});

describe('E10 slots', () => {
  /** Counts how many effects run at the same time. */
  const counted = () => {
    const seen = { now: 0, most: 0 };
    const git: FakePerformer = async (context, input) => {
      seen.most = Math.max(seen.most, ++seen.now);
      await letProceed();
      seen.now--;
      return calm(context, input);
    };
    return { seen, git };
  };

  test('E10 limit the effects of a kind that run at once; the others wait and are requested later', async () => {
    const { seen, git } = counted();
    const { go, entries } = await setUp(wide(50), slotGate({ git: 4 }), git);
    const going = go();
    await letProceed();
    expect(entries().filter(({ type }) => type === 'asked').length).toBeLessThan(50);
    expect(await going).toMatchObject({ is: 'ended', result: 50 });
    expect(seen.most).toBe(4);
  });

  test('E10 are shared by all runs of the group', async () => {
    const { seen, git } = counted();
    const machine = lanesOf([walker]);
    const lanes = Array.from({ length: 6 }, () => 'walker');
    const { go } = await setUp(machine, slotGate({ git: 2 }), git, { lanes, enough: 6 });
    expect(await go()).toMatchObject({ is: 'ended', end: 'done' });
    expect(seen.most).toBe(2);
  });

  test('E10 are freed by a call that waits for its next try, and taken again for the try', async () => {
    const tries: string[] = [];
    const once: FakePerformer = ({ key }) => {
      tries.push(key);
      return tries.length === 1 ? fail('agent.rate-limit', { retryAfterMs: 50 }) : ok('there');
    };
    const { go, clock } = await setUp(wide(3), slotGate({ git: 1 }), once);
    const going = go();
    await letProceed();
    await letProceed();
    expect(tries).toEqual(['0/n0', '0/n1', '0/n2']); // the others ran in between
    clock.to(50);
    expect(await going).toMatchObject({ is: 'ended' });
    expect(tries).toEqual(['0/n0', '0/n1', '0/n2', '0/n0']);
  });

  test('E10 a freeze that starts while a call waits for its next try holds that try', async () => {
    let isFrozen = false;
    const failing: FakePerformer = () => {
      isFrozen = true;
      return fail('agent.rate-limit', { retryAfterMs: 0 });
    };
    const { go, performed } = await setUp(
      walker,
      frozenGate(() => isFrozen),
      failing,
    );
    expect(await go()).toEqual({ is: 'held', because: 'frozen' });
    expect(performed).toHaveLength(1);
  });

  test('an aborted drive does not wait for a slot', async () => {
    const leaving = new AbortController();
    const { go } = await setUp(wide(3), slotGate({ git: 1 }), ({ signal }) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const going = go(leaving.signal);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
  });
});

describe('gates', () => {
  const effect = { kind: 'git', input: null };

  test('are passed together: if one gate does not pass, the slots of the others are freed', async () => {
    let isFrozen = true;
    const gate = combineGates(
      slotGate({ git: 1 }),
      frozenGate(() => isFrozen),
    );
    expect(gate(effect, 'r')).toEqual({ held: 'frozen' });
    isFrozen = false;
    const admission = gate(effect, 'r');
    expect(admission).toHaveProperty('go');
    expect(gate(effect, 'r')).toHaveProperty('turn');
    if ('go' in admission) admission.go();
    expect(gate(effect, 'r')).toHaveProperty('go');
    expect(admitAll(effect, 'r')).toHaveProperty('go');
  });
});
