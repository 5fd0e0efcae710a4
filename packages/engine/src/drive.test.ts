import { fail, ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Machine } from '@harness/core/machine/machine';
import type { Question } from '@harness/core/views/questions';
import { describe, expect, test } from 'vitest';
import { drive } from './drive.ts';
import { putNote } from './inbox.ts';
import { requestStop, resumeRun, startAndDriveRun } from './runs.ts';
import { startJournal } from './start-run.ts';
import { idler, parentOf, spinner, walker } from './testing/machines.ts';
import { type MemoryStore, memoryStore } from './testing/memory-store.ts';
import { letProceed, type TestWorldOptions, testWorld } from './testing/world.ts';

const never = new AbortController().signal;
const calm: TestWorldOptions = {
  deeds: {
    git: (_, input) => ok((input as { args: { n: number } | null }).args?.n ?? 'back'),
    check: ok({ green: true }),
  },
};
const settings = { provider: 'scripted' };

const setUp = async (machine: Machine, play: TestWorldOptions = calm, store: MemoryStore = memoryStore()) => {
  const world = await testWorld(store, 'r', [walker, idler, machine], play);
  return {
    ...world,
    store,
    go: (signal = never) =>
      startAndDriveRun(world.world, { run: 'r', machine: machine.id, title: 't', settings, input: null }, signal),
    again: (signal = never) => drive('r', world.world, signal),
    log: () => foldJournal(store.files.get('r') ?? []),
    types: () => (store.files.get('r') ?? []).map(({ type }) => type),
  };
};
const answer = (choice: string, at = 0) =>
  ({
    version: 1,
    type: 'answer',
    question: 'r.0.answer',
    choice,
    note: '',
    by: 'me',
    channel: 'command',
    atMs: at,
  }) as const;
const bell = { version: 1, type: 'signal', name: 'bell', choice: 'ring', by: 'me', atMs: 0 } as const;
const facts = (entries: readonly Entry[] = []) =>
  entries
    .filter(({ type }) => type !== 'noted')
    .map((entry) => JSON.stringify(entry))
    .sort();

describe('E1 an effect is recorded before it is performed', () => {
  test('E1 a move is one append, plus one for each other answer of a fan-out', async () => {
    const { go, store } = await setUp(walker);
    await go();
    // started · ask a · (answer a, move, ask b and c) · first of b and c · (second, move, ask d) · (answer d, move, end)
    expect(store.appends()).toBe(6);
  });

  test('E1 the request is on the disk before the effect is performed', async () => {
    const store = memoryStore();
    const known: boolean[] = [];
    const { go } = await setUp(
      walker,
      {
        deeds: {
          ...calm.deeds,
          git: ({ key }) => {
            known.push((store.files.get('r') ?? []).some((entry) => entry.type === 'asked' && entry.key === key));
            return ok(1);
          },
        },
      },
      store,
    );
    await go();
    expect(known).toEqual([true, true, true]);
  });
});

describe('E2 E3 a power cut', () => {
  test('E2 E3 after a power cut at any entry, also within a batch, the run ends in the same state, repeats no answered effect and pays once', async () => {
    const whole = await setUp(walker);
    await whole.go();
    const all = whole.store.files.get('r') ?? [];
    for (let dieAt = 0; dieAt < all.length; dieAt++) {
      const broken = await setUp(walker, calm, memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const left = [...(broken.store.files.get('r') ?? [])];
      const answered = left.flatMap((entry) => (entry.type === 'answered' ? [`r/${entry.key}`] : []));
      const next = await setUp(walker, calm, memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ is: 'ended', end: 'done', result: 6 });
      expect(facts(next.store.files.get('r'))).toEqual(facts(all));
      expect(next.log().spent).toEqual(whole.log().spent);
      for (const key of answered) expect(next.performed).not.toContain(key);
    }
  });

  test('E2 every prefix of a journal is a valid journal', async () => {
    const { go, store } = await setUp(walker);
    await go();
    const all = store.files.get('r') ?? [];
    expect(all.map((_, n) => foldJournal(all.slice(0, n + 1)).state.at).at(-1)).toBe('over');
    expect(foldJournal([]).ended).toBeUndefined();
  });

  test('E2 a new version of a machine continues from the recorded state', async () => {
    const files = new Map<string, Entry[]>();
    const first = await setUp(idler, calm, memoryStore({ files }));
    await first.go();
    const newer: Machine = { ...idler, version: 2, upgrade: (state) => state as never };
    const second = await setUp(newer, calm, memoryStore({ files, inboxes: first.store.inboxes }));
    await second.store.inbox('r').put('r.0.answer', answer('stop'));
    expect(await second.again()).toMatchObject({ is: 'ended', end: 'limit-reached' });
    expect(second.types()).toContain('upgraded');
  });
});

test('E4 an effect without a performer throws an error', async () => {
  const { go } = await setUp(walker, { deeds: {} });
  await expect(go()).rejects.toThrow('No performer for the effect git');
});

describe('E5 after a crash', () => {
  const crashed = async (play: TestWorldOptions) => {
    const broken = await setUp(walker, play, memoryStore({ dieAt: 2 }));
    await expect(broken.go()).rejects.toThrow('power cut');
    return memoryStore({ files: broken.store.files, inboxes: broken.store.inboxes });
  };

  test('E5 an open effect is passed on as interrupted, once, after the orphans of the dead process are ended', async () => {
    const seen: string[] = [];
    const play: TestWorldOptions = {
      deeds: {
        ...calm.deeds,
        git: ({ key, interrupted }) => {
          seen.push(`${key} ${interrupted}`);
          return ok(1);
        },
      },
    };
    const { again, orphans, log } = await setUp(walker, play, await crashed(play));
    await again();
    expect(orphans).toEqual(['r/0/a']);
    expect(seen).toEqual(['0/a false', '0/a true', '1/b false', '2/d false']);
    expect(log().ended?.end).toBe('done');
  });

  test('E5 if an effect may have happened and its result is unknown, a person decides: Repeat performs it, Stop fails it', async () => {
    const play: TestWorldOptions = { ...calm, afterCrash: { git: 'ask' } };
    for (const [choice, end] of [
      ['Repeat', 'done'],
      ['Stop', 'failed'],
    ] as const) {
      const { again, performed, store, log } = await setUp(walker, play, await crashed(play));
      expect(await again()).toEqual({ is: 'waiting' });
      expect(performed).toEqual([]);
      await store.inbox('r').put('r.0.a.ask1', { ...answer(choice), question: 'r.0.a.ask1' });
      expect(await again()).toMatchObject({ is: 'ended', end });
      expect(log().ended?.end).toBe(end);
    }
  });
});

describe('E6 one owner', () => {
  test('E6 a second owner is refused', async () => {
    const store = memoryStore();
    await setUp(walker, calm, store);
    await expect(setUp(walker, calm, store)).rejects.toMatchObject({ code: 'run.owned' });
  });

  test('E6 a deposed owner writes nothing more', async () => {
    const store = memoryStore();
    const { go } = await setUp(
      walker,
      {
        deeds: {
          ...calm.deeds,
          check: async () => {
            await store.own('r', { takeOver: true });
            return ok({ green: true });
          },
        },
      },
      store,
    );
    await expect(go()).rejects.toMatchObject({ code: 'run.deposed' });
    const left = store.files.get('r')?.length;
    await letProceed();
    expect(store.files.get('r')?.length).toBe(left);
  });
});

describe('E7 remedies and timers', () => {
  const limited = fail('agent.rate-limit', { retryAfterMs: 200 });
  const times = (n: number, outcome = limited): TestWorldOptions => {
    let left = n;
    return { deeds: { ...calm.deeds, git: () => (left-- > 0 ? outcome : ok(2)) } };
  };

  test('E7 a rate limit waits durably; a restart neither forgets nor shortens the wait', async () => {
    const files = new Map<string, Entry[]>();
    const play = times(1);
    const first = await setUp(walker, play, memoryStore({ files }));
    const leaving = new AbortController();
    const going = first.go(leaving.signal);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');
    expect(first.types()).toEqual(['started', 'asked', 'failed']);

    const second = await setUp(walker, play, memoryStore({ files }));
    const ended = second.again();
    second.clock.to(199);
    await letProceed();
    expect(second.performed).toEqual([]);
    second.clock.to(200);
    expect(await ended).toMatchObject({ is: 'ended', end: 'done' });
    expect(second.performed[0]).toBe('r/0/a');
  });

  test('E7 a run that is rate limited three times succeeds; the fourth time parks it, and a resume resets the count', async () => {
    const enough = await setUp(walker, times(3));
    const done = enough.go();
    for (const at of [200, 400, 600]) {
      await letProceed();
      enough.clock.to(at);
    }
    expect(await done).toMatchObject({ end: 'done' });

    const { go, clock, world, log } = await setUp(walker, times(4));
    const parked = go();
    for (const at of [200, 400, 600]) {
      await letProceed();
      clock.to(at);
    }
    expect(await parked).toMatchObject({ is: 'parked', because: { code: 'agent.rate-limit' }, untilMs: 800 });
    expect(log().ended).toBeUndefined();
    expect(await resumeRun(world, 'r', { settings: {}, changes: {} }, never)).toMatchObject({
      is: 'ended',
      end: 'done',
    });
  });

  test('E7 a known retry time beyond the maximum wait parks the run at once', async () => {
    const { go, performed } = await setUp(walker, times(9, fail('agent.rate-limit', { retryAfterMs: 3_600_000 })));
    expect(await go()).toMatchObject({ is: 'parked', untilMs: 3_600_000 });
    expect(performed).toEqual(['r/0/a']);
  });

  test('E7 when the remedy is used up, the machine receives the failure and its code decides the end', async () => {
    const { go, performed } = await setUp(walker, times(9, fail('agent.schema')));
    expect(await go()).toMatchObject({ is: 'ended', end: 'unreadable' });
    expect(performed).toEqual(['r/0/a', 'r/0/a']);
  });

  test('E7 a timer is absolute: it fires once, also after downtime', async () => {
    const files = new Map<string, Entry[]>();
    const first = await setUp(idler, calm, memoryStore({ files }));
    const { inboxes } = first.store;
    await first.store.inbox('r').put('bell-1', bell);
    await first.store.inbox('r').put('r.0.answer', answer('one more pass'));
    const leaving = new AbortController();
    const going = first.go(leaving.signal);
    await letProceed();
    leaving.abort(new Error('leaving'));
    await expect(going).rejects.toThrow('leaving');

    const second = await setUp(idler, calm, memoryStore({ files, inboxes }));
    second.clock.to(10_000);
    expect(await second.again()).toMatchObject({ is: 'ended', result: 'woken' });
  });

  test('E7 a time of day that was set back between two processes does not lengthen a back-off or a timer', async () => {
    const late = 1_000_000;
    const leave = async ({ go, clock }: Awaited<ReturnType<typeof setUp>>) => {
      clock.to(late);
      const leaving = new AbortController();
      const going = go(leaving.signal);
      await letProceed();
      leaving.abort(new Error('leaving'));
      await expect(going).rejects.toThrow('leaving');
    };
    const limitedOnce = await setUp(walker, times(1));
    await leave(limitedOnce);
    const backOff = await setUp(walker, calm, memoryStore({ files: limitedOnce.store.files }));
    const tried = backOff.again();
    await letProceed();
    expect(backOff.performed).toEqual([]);
    backOff.clock.to(200);
    expect(await tried).toMatchObject({ is: 'ended', end: 'done' });

    const asleep = await setUp(idler);
    await asleep.store.inbox('r').put('bell-1', bell);
    await asleep.store.inbox('r').put('r.0.answer', answer('one more pass'));
    await leave(asleep);
    const timer = await setUp(idler, calm, memoryStore({ files: asleep.store.files }));
    const woken = timer.again();
    await letProceed();
    timer.clock.to(500);
    expect(await woken).toMatchObject({ is: 'ended', result: 'woken' });
  });
});

describe('questions and signals', () => {
  test('an unattended question leaves the run waiting; an answer lets it continue', async () => {
    const { go, again, store } = await setUp(idler);
    expect(await go()).toEqual({ is: 'waiting' });
    await store.inbox('r').put('r.0.answer', answer('stop'));
    expect(await again()).toMatchObject({ is: 'ended', end: 'limit-reached' });
  });

  test('a choice that is not an option is not an answer', async () => {
    const { go, store } = await setUp(idler);
    await store.inbox('r').put('r.0.answer', answer('Proceed'));
    expect(await go()).toEqual({ is: 'waiting' });
  });

  test('free text never approves: it is shown with the question and added to the answer', async () => {
    const shown: (readonly string[])[] = [];
    const { go, store, world } = await setUp(idler, { ...calm, attended: true });
    const attended = (question: Question) => {
      shown.push((question.notes ?? []).map(({ text }) => text));
      return true;
    };
    Object.assign(world, { attended });
    const going = go();
    await letProceed();
    const note = { version: 1, type: 'note', question: 'r.0.answer', by: 'me', channel: 'command', atMs: 0 } as const;
    await putNote(store.inbox('r'), { ...note, note: 'stop' });
    await letProceed();
    await putNote(store.inbox('r'), { ...note, note: 'or not' });
    await letProceed();
    expect(shown).toEqual([[], ['stop'], ['stop', 'or not']]);
    await store.inbox('r').put('r.0.answer', { ...answer('stop'), note: 'well' });
    expect(await going).toMatchObject({ is: 'ended', end: 'limit-reached' });
    const answered = foldJournal(store.files.get('r') ?? []).answered.get('0/answer');
    expect(answered).toMatchObject({ value: { choice: 'stop', note: 'stop\nor not\nwell' } });
  });

  test('an attended question keeps the drive waiting', async () => {
    const { go, store } = await setUp(idler, { ...calm, attended: true });
    const going = go();
    await letProceed();
    await store.inbox('r').put('r.0.answer', answer('stop'));
    expect(await going).toMatchObject({ end: 'limit-reached' });
  });

  test('a signal may arrive early and is used once', async () => {
    const { go, store, clock, log } = await setUp(idler);
    await store.inbox('r').put('bell-1', bell);
    await store.inbox('r').put('r.0.answer', answer('one more pass'));
    const going = go();
    await letProceed();
    clock.to(500);
    expect(await going).toMatchObject({ result: 'woken' });
    expect([...log().taken]).toEqual(['r.0.answer', 'bell-1']);
  });
});

describe('E9 a stop from outside', () => {
  test('E9 aborts the running effect and releases what the run holds, once', async () => {
    const play: TestWorldOptions = {
      deeds: {
        ...calm.deeds,
        check: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      },
    };
    const { go, store, performed, again, log } = await setUp(walker, play);
    const going = go();
    await letProceed();
    await requestStop(store, 'r', 'me', 0);
    await requestStop(store, 'r', 'me too', 0);
    expect(await going).toEqual({ is: 'ended', end: 'stopped', result: null });
    expect(await again()).toEqual({ is: 'ended', end: 'stopped', result: null });
    expect(performed.filter((key) => key === 'r/release/back')).toEqual(['r/release/back']);
    expect(log().stopping?.by).toBe('me');
  });

  test('E9 stops children first, each with its release', async () => {
    const { go, store, performed } = await setUp(parentOf(idler), { ...calm, attended: true });
    const going = go();
    await letProceed();
    await requestStop(store, 'r', 'me', 0);
    expect(await going).toMatchObject({ end: 'stopped' });
    expect(performed).toEqual(['r.0.done/release/back', 'r/release/back']);
    expect(foldJournal(store.files.get('r.0.done') ?? []).ended?.end).toBe('stopped');
  });

  test('E9 journals a release that fails, and never retries it', async () => {
    const { go, store, performed, log } = await setUp(idler, { deeds: { git: fail('agent.rate-limit') } });
    await go();
    await requestStop(store, 'r', 'me', 0);
    const { world } = await testWorld(memoryStore({ files: store.files, inboxes: store.inboxes }), 'r', [idler], {
      deeds: { git: fail('agent.rate-limit') },
    });
    expect(await drive('r', world, never)).toMatchObject({ end: 'stopped' });
    expect(performed).toEqual([]);
    expect(log().answered.get('release/back')).toMatchObject({ ok: false });
  });

  test('E9 a power cut at any entry of a stop leads to the same stop and one release', async () => {
    const stopped = async (store: MemoryStore) => {
      const { go } = await setUp(parentOf(idler), calm, store);
      await requestStop(store, 'r', 'me', 0);
      await go();
      return store;
    };
    const whole = await stopped(memoryStore());
    const total = [...whole.files.values()].reduce((sum, entries) => sum + entries.length, 0);
    for (let dieAt = 0; dieAt < total; dieAt++) {
      const broken = memoryStore({ dieAt });
      await expect(stopped(broken)).rejects.toThrow('power cut');
      const next = await stopped(memoryStore({ files: broken.files, inboxes: broken.inboxes }));
      for (const [run, entries] of whole.files)
        expect(foldJournal(next.files.get(run) ?? []).ended?.end).toBe(foldJournal(entries).ended?.end);
    }
  });
});

describe('call', () => {
  test('starts a child run once per key, and its result is the answer', async () => {
    const { go, store } = await setUp(parentOf(walker));
    expect(await go()).toMatchObject({ is: 'ended', end: 'done', result: 6 });
    expect([...store.files.keys()]).toEqual(['r', 'r.0.done']);
  });

  test('after a power cut at any entry of parent or child, both end the same and no child starts twice', async () => {
    const whole = await setUp(parentOf(walker));
    await whole.go();
    const total = [...whole.store.files.values()].reduce((sum, entries) => sum + entries.length, 0);
    for (let dieAt = 0; dieAt < total; dieAt++) {
      const broken = await setUp(parentOf(walker), calm, memoryStore({ dieAt }));
      await expect(broken.go()).rejects.toThrow('power cut');
      const next = await setUp(parentOf(walker), calm, memoryStore({ files: broken.store.files }));
      expect(await next.go()).toMatchObject({ result: 6 });
      expect([...next.store.files.keys()]).toEqual(['r', 'r.0.done']);
      for (const [run, entries] of whole.store.files) expect(facts(next.store.files.get(run))).toEqual(facts(entries));
    }
  });

  test('a child that waits for a person leaves its parent waiting', async () => {
    const { go } = await setUp(parentOf(idler));
    expect(await go()).toEqual({ is: 'waiting' });
  });
});

test('E12 a run that moves without end and without a wait is stopped with an error and releases what it holds', async () => {
  const { go, log, performed } = await setUp(spinner, { ...calm, movesWithoutWait: 50 });
  expect(await go()).toEqual({ is: 'ended', end: 'failed', result: null });
  expect(log().moves).toBe(50);
  expect(log().stopping?.because?.code).toBe('run.runaway');
  expect(performed).toEqual(['r/release/back']);
});

test('a performer that throws ends the drive only after its siblings have settled', async () => {
  const ended: string[] = [];
  const { go } = await setUp(walker, {
    deeds: {
      git: ({ key }) => {
        if (key === '1/b') throw new Error('a bug');
        return ok(1);
      },
      check: ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            ended.push('check');
            reject(signal.reason as Error);
          }),
        ),
    },
  });
  await expect(go()).rejects.toThrow('a bug');
  expect(ended).toEqual(['check']);
});

test('a run starts once per id', async () => {
  const { world, go, log } = await setUp(walker);
  await go();
  const before = log().length;
  await startJournal(world, { run: 'r', machine: 'walker', title: 'other', settings, input: null });
  expect(log().length).toBe(before);
});
