import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { expect, onTestFinished, test } from 'vitest';
import { formatJournalLine } from './journal-lines.ts';
import { openJournalTail } from './journal-tail.ts';

const note = (n: number): Entry => ({ type: 'noted', atMs: n, code: 'agent.denied', params: { path: `${n}` } });

function journal() {
  const folder = mkdtempSync(join(tmpdir(), 'harness-tail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'journal.jsonl');
  const archived = join(folder, 'archive', 'journal.jsonl');
  return { path, archived, tail: openJournalTail([path, archived]) };
}

test('returns each entry once, however the file grows', () => {
  const { path, tail } = journal();
  expect(tail.read()).toEqual([]);
  writeFileSync(path, formatJournalLine(note(1)));
  expect(tail.read()).toEqual([note(1)]);
  expect(tail.read()).toEqual([]);
  appendFileSync(path, formatJournalLine(note(2)) + formatJournalLine(note(3)));
  expect(tail.read()).toEqual([note(2), note(3)]);
});

test('returns an incomplete line when it is complete', () => {
  const { path, tail } = journal();
  const line = formatJournalLine(note(1));
  writeFileSync(path, line.slice(0, 20));
  expect(tail.read()).toEqual([]);
  appendFileSync(path, line.slice(20));
  expect(tail.read()).toEqual([note(1)]);
});

test('after a new owner cuts off a torn tail in a new file, returns only the following entries', () => {
  const { path, tail } = journal();
  writeFileSync(path, `${formatJournalLine(note(1))}{"type":"torn`);
  expect(tail.read()).toEqual([note(1)]);
  writeFileSync(`${path}.draft`, formatJournalLine(note(1)) + formatJournalLine(note(2)));
  renameSync(`${path}.draft`, path);
  expect(tail.read()).toEqual([note(2)]);
});

test('follows a journal that is archived in between', () => {
  const { path, archived, tail } = journal();
  writeFileSync(path, formatJournalLine(note(1)));
  tail.read();
  appendFileSync(path, formatJournalLine(note(2)));
  mkdirSync(join(archived, '..'));
  renameSync(path, archived);
  expect(tail.read()).toEqual([note(2)]);
});

test('refuses damage', () => {
  const { path, tail } = journal();
  writeFileSync(path, formatJournalLine(note(1)));
  tail.read();
  writeFileSync(path, `${readFileSync(path, 'utf8')}nonsense\n${formatJournalLine(note(2))}`);
  expect(() => tail.read()).toThrow('journal.damaged');
});
