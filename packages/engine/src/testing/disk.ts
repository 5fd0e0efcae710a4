/** Creates a store in a temporary folder and runs machines in it. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { onTestFinished } from 'vitest';
import { startAndDriveRun } from '../runs.ts';
import { formatJournalLines, parseJournalLines } from '../store/journal-lines.ts';
import { type JsonlStore, jsonlStore } from '../store/jsonl.ts';
import { idler, walker } from './machines.ts';
import { testWorld } from './world.ts';

export function diskStore(): JsonlStore {
  const folder = mkdtempSync(join(tmpdir(), 'harness-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const self = () => ({ pid: process.pid, startedAt: 'now' });
  return jsonlStore(join(folder, 'runs'), { self, isAlive: () => false, end: async () => {} });
}

export async function runToRest(store: JsonlStore, run: string, machine = walker): Promise<void> {
  const deeds = { git: ok(1), check: ok({ green: true }) };
  const { world } = await testWorld(store, run, [walker, idler, machine], { deeds });
  await startAndDriveRun(
    world,
    { run, machine: machine.id, title: run, settings: {}, input: null },
    new AbortController().signal,
  );
  await world.owner.release();
}

export const journalOf = (store: JsonlStore, run: string): string => join(store.folder(run), 'journal.jsonl');

/** Replaces bytes but keeps length and time, so that a reader finds damage. The file time must be a whole second. */
export function damageJournal(path: string): void {
  const { atimeMs, mtimeMs } = statSync(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace('moved', 'MOVED'));
  utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000);
}

/** Appends entries to a journal as its owner would. */
export function appendJournal(path: string, ...entries: readonly Entry[]): void {
  const { end } = parseJournalLines(readFileSync(path), path);
  appendFileSync(path, formatJournalLines(entries, end).text);
}
