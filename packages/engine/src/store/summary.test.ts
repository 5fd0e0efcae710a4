import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@harness/core/failure';
import { fold } from '@harness/core/journal';
import { summaryOf } from '@harness/core/views/summary';
import { afterEach, describe, expect, test } from 'vitest';
import { begin } from '../runs.ts';
import { idler, parentOf, walker } from '../testing/machines.ts';
import { testWorld } from '../testing/world.ts';
import { type JsonlStore, jsonlStore } from './jsonl.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const fresh = () => {
  const folder = mkdtempSync(join(tmpdir(), 'harness-summary-'));
  folders.push(folder);
  const self = () => ({ pid: process.pid, startedAt: 'now' });
  return jsonlStore(join(folder, 'runs'), { self, isAlive: () => false, end: async () => {} });
};
const ran = async (store: JsonlStore, run: string, machine = walker) => {
  const deeds = { git: ok(1), check: ok({ green: true }) };
  const { world } = await testWorld(store, run, [walker, idler, machine], { deeds });
  await begin(world, { run, machine: machine.id, title: run, settings: {}, input: null }, new AbortController().signal);
  await world.owner.release();
};
const journalOf = (store: JsonlStore, run: string) => join(store.folder(run), 'journal.jsonl');
const summaryFile = (store: JsonlStore, run: string) => join(store.folder(run), 'summary.json');
const living = { archived: false };
/** Other bytes of the same length and time: whoever reads the journal finds damage. */
const spoil = (path: string) => {
  const { atimeMs, mtimeMs } = statSync(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace('moved', 'MOVED'));
  utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000);
};

describe('a summary', () => {
  test.each([
    ['ended', walker],
    ['waits for a person', idler],
  ])('is kept beside the journal of a run that %s, and says what the journal says', async (_, machine) => {
    const store = fresh();
    await ran(store, 'r', machine);
    const kept = JSON.parse(readFileSync(summaryFile(store, 'r'), 'utf8')) as { summary: unknown; size: number };
    expect(kept.summary).toEqual(summaryOf('r', fold(await store.read('r'))));
    expect(kept.size).toBe(statSync(journalOf(store, 'r')).size);
  });

  test('is enough to list a run: its journal is not read', async () => {
    const store = fresh();
    await ran(store, 'r');
    const [before] = await store.summaries(living); // made from whole milliseconds by the next line
    utimesSync(journalOf(store, 'r'), 1_000, 1_000);
    await store.summaries(living);
    spoil(journalOf(store, 'r'));
    expect(await store.summaries(living)).toEqual([before]);
  });

  test.each<[string, (store: JsonlStore) => void]>([
    ['missing', (store) => rmSync(summaryFile(store, 'r'))],
    ['unreadable', (store) => writeFileSync(summaryFile(store, 'r'), '{"version":1,"si')],
    ['no object', (store) => writeFileSync(summaryFile(store, 'r'), 'null')],
    ['of another version', (store) => writeFileSync(summaryFile(store, 'r'), '{"version":2}')],
    ['older than the journal', (store) => utimesSync(journalOf(store, 'r'), 1, 1)],
  ])('that is %s is made anew, and kept', async (_, harm) => {
    const store = fresh();
    await ran(store, 'r', idler);
    const [before] = await store.summaries(living);
    harm(store);
    expect(await store.summaries(living)).toEqual([before]);
    const kept = JSON.parse(readFileSync(summaryFile(store, 'r'), 'utf8')) as { summary: unknown };
    expect(kept.summary).toEqual(before?.summary);
  });

  test.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['unreadable', (path) => writeFileSync(path, '{"version":1,"ru')],
    ['of another version', (path) => writeFileSync(path, '{"version":2}')],
  ])('of every run that has ended is gathered in one file; one that is %s is made anew', async (_, harm) => {
    const store = fresh();
    for (const run of ['a', 'b']) await ran(store, run);
    await ran(store, 'c', idler);
    const path = join(store.folder('a'), '..', '..', 'summaries.json');
    const before = await store.summaries(living);
    const gathered = () => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { runs: object }).runs).sort();
    expect(gathered()).toEqual(['a', 'b']);
    harm(path);
    expect(await store.summaries(living)).toEqual(before);
    expect(gathered()).toEqual(['a', 'b']);
  });

  test('does not hide a line that was damaged in place', async () => {
    const store = fresh();
    await ran(store, 'r');
    const path = journalOf(store, 'r');
    writeFileSync(path, readFileSync(path, 'utf8').replace('moved', 'MOVED'));
    utimesSync(path, 1, 1);
    expect(await store.summaries(living)).toMatchObject([{ run: 'r', summary: undefined }]);
  });
});

describe('the archive', () => {
  test('takes an ended run and its children out of sight; they are found and read as before, byte for byte', async () => {
    const store = fresh();
    await ran(store, 'old', parentOf(walker));
    await ran(store, 'new');
    const entries = await store.read('old');
    const bytes = readFileSync(journalOf(store, 'old'));
    await store.archive('old');
    await store.archive('old'); // once more changes nothing
    expect(await store.runs()).toEqual(['new']);
    expect(store.archived()).toEqual(['old', 'old.0.done']);
    expect(store.folder('old')).toContain(join('archive', 'old'));
    expect(await store.members('old')).toEqual(['old', 'old.0.done']);
    expect(await store.read('old')).toEqual(entries);
    expect(readFileSync(journalOf(store, 'old'))).toEqual(bytes);
    const names = async (archived: boolean) => (await store.summaries({ archived })).map(({ run }) => run).sort();
    expect(await names(false)).toEqual(['new']);
    expect(await names(true)).toEqual(['new', 'old', 'old.0.done']);
  });

  test('takes nothing that has not ended, and nothing that somebody owns', async () => {
    const store = fresh();
    await ran(store, 'open', idler);
    await expect(store.archive('open')).rejects.toThrow('has not ended');
    await ran(store, 'done');
    const owner = await store.own('done', { takeOver: false });
    await expect(store.archive('done')).rejects.toMatchObject({ code: 'run.owned' });
    await owner.release();
    expect(existsSync(summaryFile(store, 'open'))).toBe(true);
    expect(store.archived()).toEqual([]);
  });
});
