import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { expect, onTestFinished, test } from 'vitest';
import { appendJournal } from '../testing/disk.ts';
import { formatJournalLines, journalStart } from './journal-lines.ts';
import { openJournalTail } from './journal-tail.ts';

const linesOf = (...entries: readonly Entry[]) => formatJournalLines(entries, journalStart).text;
const note = (n: number): Entry => ({ type: 'noted', atMs: n, code: 'agent.denied', params: { path: `${n}` } });

function journal() {
  const folder = mkdtempSync(join(tmpdir(), 'harness-tail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'journal.jsonl');
  const archived = join(folder, 'archive', 'journal.jsonl');
  return { path, archived, tail: openJournalTail([path, archived]) };
}

test('returns each entry once, however the file grows', async () => {
  const { path, tail } = journal();
  expect(await tail.read()).toEqual([]);
  writeFileSync(path, linesOf(note(1)));
  expect(await tail.read()).toEqual([note(1)]);
  expect(await tail.read()).toEqual([]);
  appendJournal(path, note(2), note(3));
  expect(await tail.read()).toEqual([note(2), note(3)]);
});

test('returns an incomplete line when it is complete', async () => {
  const { path, tail } = journal();
  const line = linesOf(note(1));
  writeFileSync(path, line.slice(0, 20));
  expect(await tail.read()).toEqual([]);
  appendFileSync(path, line.slice(20));
  expect(await tail.read()).toEqual([note(1)]);
});

test('after a new owner cuts off a torn tail in a new file, returns only the following entries', async () => {
  const { path, tail } = journal();
  writeFileSync(path, `${linesOf(note(1))}{"type":"torn`);
  expect(await tail.read()).toEqual([note(1)]);
  writeFileSync(`${path}.draft`, linesOf(note(1), note(2)));
  renameSync(`${path}.draft`, path);
  expect(await tail.read()).toEqual([note(2)]);
});

test('follows a journal that is archived in between', async () => {
  const { path, archived, tail } = journal();
  writeFileSync(path, linesOf(note(1)));
  await tail.read();
  appendJournal(path, note(2));
  mkdirSync(join(archived, '..'));
  renameSync(path, archived);
  expect(await tail.read()).toEqual([note(2)]);
});

test('refuses damage', async () => {
  const { path, tail } = journal();
  writeFileSync(path, linesOf(note(1)));
  await tail.read();
  writeFileSync(path, `${readFileSync(path, 'utf8')}nonsense\nmore\n`);
  await expect(tail.read()).rejects.toMatchObject({ code: 'journal.damaged', params: { line: 2 } });
});
