import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { question } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { runRow } from '@harness/core/views/run';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './folder.ts';
import { findRun, listRunRows, readRun } from './read-runs.ts';

const started = (atMs: number): Entry => ({
  type: 'started',
  atMs,
  machine: 'converge',
  version: 1,
  title: 'a title',
  settings: {},
  input: null,
  state: { at: 'asking' },
});
const asked: Entry = { type: 'asked', atMs: 5, key: '0/answer', effect: question('passes', { passes: 3 }) };
const ended: Entry = { type: 'ended', atMs: 9, end: 'done', result: null };

const createStore = async (journals: Readonly<Record<string, readonly Entry[]>>) => {
  const root = mkdtempSync(join(tmpdir(), 'harness-look-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const store = openStore(root);
  for (const [run, entries] of Object.entries(journals)) {
    const owner = await store.own(run, { takeOver: false });
    await (await owner.open(run)).append(entries);
    await owner.release();
  }
  return store;
};
const family = { old: [started(1), ended], 'old.0.lane': [started(2), ended], new: [started(3), asked] };
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

test('a row of a list equals the row computed from the journals, with and without a stored summary', async () => {
  const store = await createStore(family);
  for (let n = 0; n < 2; n++) {
    const found = await listRunRows(store, { children: false });
    expect(ids(found)).toEqual(['new', 'old']);
    for (const row of found) {
      const { family: journals, outside } = await readRun(store, row.id);
      expect(row).toEqual(runRow(journals, outside));
    }
  }
});

test('a question that was answered without an owner is no longer open', async () => {
  const store = await createStore(family);
  expect((await listRunRows(store, { children: false }))[0]).toMatchObject({ status: 'waiting', openQuestions: 1 });
  const answer = { version: 1, type: 'answer', question: 'new.0.answer', choice: 'stop', note: '' } as const;
  await store.inbox('new').put('new.0.answer', { ...answer, by: 'me', channel: 'command', atMs: 7 });
  expect((await listRunRows(store, { children: false }))[0]).toMatchObject({ status: 'parked', openQuestions: 0 });
});

test('an unreadable journal gets a row too', async () => {
  const store = await createStore(family);
  await listRunRows(store, { children: false });
  writeFileSync(join(store.folder('new'), 'journal.jsonl'), 'no line of ours\nand another\n');
  expect(await listRunRows(store, { children: false })).toMatchObject([
    { id: 'new', status: 'failed', state: 'unreadable' },
    { id: 'old', status: 'done' },
  ]);
});

test('an archived run is in every list, is found by its name, and has its place', async () => {
  const store = await createStore(family);
  const before = [await listRunRows(store, { children: false }), await listRunRows(store, { children: true })];
  await store.archive('old');
  expect([await listRunRows(store, { children: false }), await listRunRows(store, { children: true })]).toEqual(before);
  expect(await findRun(store, 'ol')).toBe('old');
  const { family: journals } = await readRun(store, 'old');
  expect(journals.map(({ run, place }) => [run, place])).toEqual([
    ['old', 'archive'],
    ['old.0.lane', 'archive'],
  ]);
  expect((await readRun(store, 'new')).family[0].place).toBe('runs');
});

test('a child is read without its parent', async () => {
  const store = await createStore(family);
  expect((await readRun(store, 'old.0.lane')).family.map(({ run }) => run)).toEqual(['old.0.lane']);
});
