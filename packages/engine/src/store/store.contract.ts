/** Contract of every store. The test of each store calls it once. */
import type { Entry } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import type { Store } from './store.ts';

const moved = (n: number): Entry => ({ type: 'moved', atMs: n, state: { at: `state-${n}` } });

export function storeContract(make: () => Store) {
  const open = async (store: Store, run = 'r', takeOver = false) => (await store.own(run, { takeOver })).open(run);

  test('returns appended entries in order, to the owner and to other processes', async () => {
    const store = make();
    const writer = await open(store);
    await writer.append([moved(1), moved(2)]);
    await writer.append([moved(3)]);
    expect(await store.read('r')).toEqual([moved(1), moved(2), moved(3)]);
    expect(await store.runs()).toEqual(['r']);
  });

  test('a run that never started is empty and not listed', async () => {
    const store = make();
    expect(await store.read('nobody')).toEqual([]);
    expect(await store.runs()).toEqual([]);
  });

  test('E6 refuses a second owner while the first exists, and accepts it afterwards', async () => {
    const store = make();
    const first = await store.own('r', { takeOver: false });
    expect(await store.isOwned('r')).toBe(true);
    await expect(store.own('r', { takeOver: false })).rejects.toMatchObject({ code: 'run.owned' });
    await first.release();
    expect(await store.isOwned('r')).toBe(false);
    await (await store.own('r', { takeOver: false })).release();
  });

  test('E6 the owner of a run owns its children too', async () => {
    const store = make();
    const owner = await store.own('r', { takeOver: false });
    await (await owner.open('r.0.child')).append([moved(1)]);
    await expect(store.own('r.0.child', { takeOver: false })).rejects.toMatchObject({ code: 'run.owned' });
    expect(await store.runs()).toEqual(['r.0.child']);
  });

  test('E6 the first message per id wins, also among simultaneous ones', async () => {
    const inbox = make().inbox('r');
    const message = (by: string) => ({ version: 1, type: 'signal', name: 's', choice: 'c', by, atMs: 1 }) as const;
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((by) => inbox.put('one', message(by))));
    expect(answers.filter((earlier) => earlier === undefined)).toHaveLength(1);
    const [received] = await inbox.read();
    expect(answers.filter((earlier) => earlier?.by === received?.message.by)).toHaveLength(3);
  });

  test('a message wakes a waiting reader, also if it arrived just before', async () => {
    const inbox = make().inbox('r');
    const message = { version: 1, type: 'signal', name: 's', choice: 'c', by: 'me', atMs: 1 } as const;
    const woken = inbox.changed(0, new AbortController().signal);
    await inbox.put('one', message);
    await woken;
    await inbox.changed(0, new AbortController().signal);
    expect(await inbox.read()).toEqual([{ id: 'one', message }]);
  });
}
