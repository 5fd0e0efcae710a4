import { appendFileSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldJournal } from '@harness/core/journal/journal';
import { summaryOf } from '@harness/core/views/summary';
import { describe, expect, test } from 'vitest';
import { appendJournal, damageJournal, diskStore, journalOf, runToRest } from '../testing/disk.ts';
import { idler } from '../testing/machines.ts';
import type { JsonlStore } from './jsonl.ts';
import { readSummariesFile } from './summaries-file.ts';

const fileOf = (store: JsonlStore) => join(store.folder('any'), '..', '..', 'summaries.json');
const gathered = (store: JsonlStore) => [...readSummariesFile(fileOf(store)).keys()].sort();
/** Replaces the list of runs and keeps the version, so that a test does not pass because of an old version. */
const writeRuns = (path: string, runs: string) => {
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: number };
  writeFileSync(path, `{"version":${version},"runs":${runs}}\n`);
};
const withRuns = async () => {
  const store = diskStore();
  for (const run of ['a', 'b']) await runToRest(store, run);
  await runToRest(store, 'c', idler);
  return { store, path: fileOf(store), before: await store.summaries() };
};

describe('the summaries of ended runs', () => {
  test('are stored in one file, except that of a waiting run, which will change', async () => {
    const { store, before } = await withRuns();
    expect(gathered(store)).toEqual(['a', 'b']);
    for (const { run, summary } of before) expect(summary).toEqual(summaryOf(run, foldJournal(await store.read(run))));
  });

  test('are enough for a list: neither the journal nor the summary beside it is opened', async () => {
    const { store } = await withRuns();
    utimesSync(journalOf(store, 'a'), 1_000, 1_000);
    const before = await store.summaries();
    damageJournal(journalOf(store, 'a'));
    writeFileSync(join(store.folder('a'), 'summary.json'), 'nothing of ours');
    expect(await store.summaries()).toEqual(before);
  });

  test.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => writeFileSync(path, '')],
    ['torn', (path) => writeFileSync(path, readFileSync(path).subarray(0, 300))],
    ['cut down to an empty list', (path) => writeRuns(path, '[]')],
    ['no list', (path) => writeRuns(path, '{}')],
    ['a list of something else', (path) => writeRuns(path, '[null,1,{"summary":{}}]')],
    ['null', (path) => writeFileSync(path, 'null\n')],
    ['of an unknown end', (path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"done"', '"gone"'))],
    ['of zeros, as after a power cut', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    ['of another version', (path) => writeFileSync(path, '{"version":1,"runs":[]}\n')],
  ])('are built again from a file that is %s', async (_, harm) => {
    const { store, path, before } = await withRuns();
    harm(path);
    expect(await store.summaries()).toEqual(before);
    expect(gathered(store)).toEqual(['a', 'b']);
  });

  test('are not used for a journal that has changed', async () => {
    const { store } = await withRuns();
    appendJournal(journalOf(store, 'a'), { type: 'noted', atMs: 1, code: 'work.kept', params: {} });
    appendFileSync(journalOf(store, 'b'), 'no line of ours\nand another\n');
    const found = new Map((await store.summaries()).map((one) => [one.run, one.summary]));
    expect(found.get('a')).toEqual(summaryOf('a', foldJournal(await store.read('a'))));
    expect(found.get('b')).toBeUndefined();
    expect(gathered(store)).toEqual(['a']);
  });

  test('are complete whatever two processes do at once: a lost summary is built again', async () => {
    const { store, path } = await withRuns();
    const old = readFileSync(path);
    await runToRest(store, 'd');
    const all = await store.summaries();
    writeFileSync(path, old); // the other process had read before `d` ended, and wrote last
    expect(await store.summaries()).toEqual(all);
    rmSync(path);
    const lists = await Promise.all(Array.from({ length: 5 }, () => store.summaries()));
    for (const list of lists) expect(list).toEqual(all);
    expect(gathered(store)).toEqual(['a', 'b', 'd']);
  });

  test('are removed with their run', async () => {
    const { store } = await withRuns();
    rmSync(store.folder('a'), { recursive: true });
    await runToRest(store, 'd');
    expect((await store.summaries()).map(({ run }) => run).sort()).toEqual(['b', 'c', 'd']);
    expect(gathered(store)).toEqual(['b', 'd']);
  });
});
