import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldJournal } from '@harness/core/journal/journal';
import { summaryOf } from '@harness/core/views/summary';
import { describe, expect, test } from 'vitest';
import { damageJournal, diskStore, journalOf, runToRest } from '../testing/disk.ts';
import { idler, walker } from '../testing/machines.ts';
import type { JsonlStore } from './jsonl.ts';

const summaryFile = (store: JsonlStore, run: string) => join(store.folder(run), 'summary.json');

/** A summary that would be wrong, if its version were accepted. */
const otherVersion = (path: string) => {
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { readonly summary: object };
  return JSON.stringify({ ...kept, version: 1, summary: { ...kept.summary, title: 'of an old version' } });
};

describe('a summary', () => {
  test.each([
    ['ended', walker],
    ['waits for a person', idler],
  ])('is stored beside the journal of a run that %s, and matches the journal', async (_, machine) => {
    const store = diskStore();
    await runToRest(store, 'r', machine);
    const kept = JSON.parse(readFileSync(summaryFile(store, 'r'), 'utf8')) as { summary: unknown; size: number };
    expect(kept.summary).toEqual(summaryOf('r', foldJournal(await store.read('r'))));
    expect(kept.size).toBe(statSync(journalOf(store, 'r')).size);
  });

  test('is enough to list a run: its journal is not read', async () => {
    const store = diskStore();
    await runToRest(store, 'r');
    const [before] = await store.summaries(); // the next line makes its time a whole second
    utimesSync(journalOf(store, 'r'), 1_000, 1_000);
    await store.summaries();
    damageJournal(journalOf(store, 'r'));
    expect(await store.summaries()).toEqual([before]);
  });

  test.each<[string, (store: JsonlStore) => void]>([
    ['missing', (store) => rmSync(summaryFile(store, 'r'))],
    ['unreadable', (store) => writeFileSync(summaryFile(store, 'r'), '{"version":1,"si')],
    ['not an object', (store) => writeFileSync(summaryFile(store, 'r'), 'null')],
    ['of another version', (store) => writeFileSync(summaryFile(store, 'r'), otherVersion(summaryFile(store, 'r')))],
    ['older than the journal', (store) => utimesSync(journalOf(store, 'r'), 1, 1)],
  ])('that is %s is built again and stored', async (_, harm) => {
    const store = diskStore();
    await runToRest(store, 'r', idler);
    const [before] = await store.summaries();
    harm(store);
    expect(await store.summaries()).toEqual([before]);
    const kept = JSON.parse(readFileSync(summaryFile(store, 'r'), 'utf8')) as { summary: unknown };
    expect(kept.summary).toEqual(before?.summary);
  });

  test('does not hide a line that was damaged in place', async () => {
    const store = diskStore();
    await runToRest(store, 'r');
    const path = journalOf(store, 'r');
    writeFileSync(path, readFileSync(path, 'utf8').replace('moved', 'MOVED'));
    utimesSync(path, 1, 1);
    expect(await store.summaries()).toMatchObject([{ run: 'r', summary: undefined }]);
  });
});
