import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { diskStore, journalOf, runToRest } from '../testing/disk.ts';
import { idler, parentOf, walker } from '../testing/machines.ts';
import type { JsonlStore } from './jsonl.ts';

const names = async (store: JsonlStore) => (await store.summaries()).map(({ run }) => run).sort();
/** The state after a kill between the moves of two folders. */
const moveByHand = (store: JsonlStore, run: string) => {
  const archive = join(dirname(dirname(store.folder(run))), 'archive');
  mkdirSync(archive, { recursive: true });
  renameSync(store.folder(run), join(archive, run));
};

test('an ended run and its children are archived; they are found and read as before, byte for byte', async () => {
  const store = diskStore();
  await runToRest(store, 'old', parentOf(walker));
  await runToRest(store, 'new');
  const before = await store.summaries();
  const entries = await store.read('old');
  const owner = store.ownerOf('old');
  const bytes = readFileSync(journalOf(store, 'old'));
  await store.archive('old');
  await store.archive('old'); // a second time changes nothing
  expect(await store.runs()).toEqual(['new']);
  expect(store.archived()).toEqual(['old', 'old.0.done']);
  expect(store.folder('old')).toContain(join('archive', 'old'));
  expect(await store.members('old')).toEqual(['old', 'old.0.done']);
  expect(await store.read('old')).toEqual(entries);
  expect(store.ownerOf('old')).toEqual(owner);
  expect(readFileSync(journalOf(store, 'old'))).toEqual(bytes);
  const byName = (a: { run: string }, b: { run: string }) => (a.run < b.run ? -1 : 1);
  expect([...(await store.summaries())].sort(byName)).toEqual([...before].sort(byName));
});

test('refuses to archive a run that has not ended, or that has an owner', async () => {
  const store = diskStore();
  await runToRest(store, 'open', idler);
  await expect(store.archive('open')).rejects.toThrow('has not ended');
  await runToRest(store, 'done');
  const owner = await store.own('done', { takeOver: false });
  await expect(store.archive('done')).rejects.toMatchObject({ code: 'run.owned' });
  await owner.release();
  expect(existsSync(journalOf(store, 'open'))).toBe(true);
  expect(store.archived()).toEqual([]);
});

test('a half archived run and its children can be read, and the next archive completes it', async () => {
  const store = diskStore();
  await runToRest(store, 'old', parentOf(walker));
  const entries = await store.read('old.0.done');
  moveByHand(store, 'old.0.done');
  expect(await store.members('old')).toEqual(['old', 'old.0.done']);
  expect(await store.read('old.0.done')).toEqual(entries);
  expect(await names(store)).toEqual(['old', 'old.0.done']);
  await store.archive('old');
  expect(store.archived()).toEqual(['old', 'old.0.done']);
  expect(await names(store)).toEqual(['old', 'old.0.done']);
});

test('a run that is archived during a listing appears in the list once', async () => {
  const store = diskStore();
  const all = Array.from({ length: 12 }, (_, n) => `run-${n}`);
  for (const run of all) await runToRest(store, run);
  const [, ...lists] = await Promise.all([
    (async () => {
      for (const run of all) await store.archive(run);
    })(),
    ...all.map(() => names(store)),
  ]);
  for (const list of [...lists, await names(store)]) expect(list).toEqual([...all].sort());
  expect([...store.archived()].sort()).toEqual([...all].sort());
});
