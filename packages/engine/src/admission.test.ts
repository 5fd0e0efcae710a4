import { fail, ok } from '@harness/core/failure/failure';
import { foldJournal } from '@harness/core/journal/journal';
import type { Machine } from '@harness/core/machine/machine';
import { describe, expect, test } from 'vitest';
import { admitAll, combineGates, frozenGate, type Gate, slotGate } from './admission.ts';
import { drive } from './drive.ts';
import { beginRun, requestStop } from './runs.ts';
import { lanesOf, wide } from './testing/lanes.ts';
import { idler, walker } from './testing/machines.ts';
import { memoryStore } from './testing/memory-store.ts';
import { type Deed, rest, testWorld } from './testing/world.ts';

const never = new AbortController().signal;
const calm: Deed = (_, input) => ok((input as { args: { n: number } | null }).args?.n ?? 'back');

const made = async (machine: Machine, admit: Gate, git: Deed = calm, input: unknown = null) => {
  const store = memoryStore();
  const deeds = { git, check: ok({ green: true }) };
  const world = await testWorld(store, 'r', [walker, idler, machine], { deeds, admit });
  return {
    ...world,
    store,
    go: (signal = never) =>
      beginRun(world.world, { run: 'r', machine: machine.id, title: 't', settings: {}, input }, signal),
    again: () => drive('r', world.world, never),
    entries: () => store.files.get('r') ?? [],
  };
};

describe('E10 a freeze', () => {
  test('E10 holds a run between two effects, leaves no trace in its journal, and lets it go on when it is gone', async () => {
    let isFrozen = false;
    const { go, again, entries } = await made(
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
    expect(await again()).toEqual({ is: 'held', because: 'frozen' }); // frozen anew by the next effect
    expect(foldJournal(entries()).state.at).toBe('last');
  });

  test('E10 does not keep a person from being asked, nor a run from giving back what it holds', async () => {
    const { go, store, performed, again } = await made(
      idler,
      frozenGate(() => true),
    );
    expect(await go()).toEqual({ is: 'waiting' });
    await requestStop(store, 'r', 'me', 0);
    expect(await again()).toMatchObject({ end: 'stopped' });
    expect(performed).toEqual(['r/release/back']);
  });

  test('E10 that holds the children holds their parent', async () => {
    const { go } = await made(
      lanesOf([walker]),
      frozenGate(() => true),
      calm,
      { lanes: ['walker', 'walker'], enough: 2 },
    );
    expect(await go()).toEqual({ is: 'held', because: 'frozen' });
  });
});

describe('E10 slots', () => {
  /** Counts how many are at work at the same time. */
  const counted = () => {
    const seen = { now: 0, most: 0 };
    const git: Deed = async (context, input) => {
      seen.most = Math.max(seen.most, ++seen.now);
      await rest();
      seen.now--;
      return calm(context, input);
    };
    return { seen, git };
  };

  test('E10 at most so many of a kind are at work at once; the others wait their turn and are asked for then', async () => {
    const { seen, git } = counted();
    const { go, entries } = await made(wide(50), slotGate({ git: 4 }), git);
    const going = go();
    await rest();
    expect(entries().filter(({ type }) => type === 'asked').length).toBeLessThan(50);
    expect(await going).toMatchObject({ is: 'ended', result: 50 });
    expect(seen.most).toBe(4);
  });

  test('E10 they are shared by all runs of the family', async () => {
    const { seen, git } = counted();
    const machine = lanesOf([walker]);
    const lanes = Array.from({ length: 6 }, () => 'walker');
    const { go } = await made(machine, slotGate({ git: 2 }), git, { lanes, enough: 6 });
    expect(await go()).toMatchObject({ is: 'ended', end: 'done' });
    expect(seen.most).toBe(2);
  });

  test('E10 a call that waits for its next try gives up its place, and asks for one again', async () => {
    const tries: string[] = [];
    const once: Deed = ({ key }) => {
      tries.push(key);
      return tries.length === 1 ? fail('agent.rate-limit', { retryAfterMs: 50 }) : ok('there');
    };
    const { go, clock } = await made(wide(3), slotGate({ git: 1 }), once);
    const going = go();
    await rest();
    await rest();
    expect(tries).toEqual(['0/n0', '0/n1', '0/n2']); // the others went on meanwhile
    clock.to(50);
    expect(await going).toMatchObject({ is: 'ended' });
    expect(tries).toEqual(['0/n0', '0/n1', '0/n2', '0/n0']);
  });

  test('E10 a freeze that came while a call waited for its next try holds that try', async () => {
    let isFrozen = false;
    const failing: Deed = () => {
      isFrozen = true;
      return fail('agent.rate-limit', { retryAfterMs: 0 });
    };
    const { go, performed } = await made(
      walker,
      frozenGate(() => isFrozen),
      failing,
    );
    expect(await go()).toEqual({ is: 'held', because: 'frozen' });
    expect(performed).toHaveLength(1);
  });

  test('whoever leaves while it waits for its turn leaves at once', async () => {
    const leaving = new AbortController();
    const { go } = await made(wide(3), slotGate({ git: 1 }), ({ signal }) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const going = go(leaving.signal);
    await rest();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
  });
});

describe('gates', () => {
  const effect = { kind: 'git', input: null };

  test('are passed together: what one let in is given back when another does not', async () => {
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
