/** Writes journals of many runs without running them. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { question } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { formatJournalLines, journalStart, parseJournalLines } from '@harness/engine/store/journal-lines';

const started = (atMs: number, title: string): Entry => ({
  type: 'started',
  atMs,
  machine: 'converge',
  version: 1,
  title,
  settings: {},
  input: null,
  state: { at: 'asking' },
});

/** Journals of a run that ended, waits for an answer, or was parked. */
export const sampleJournals = {
  done: (atMs: number, title: string): readonly Entry[] => [
    started(atMs, title),
    { type: 'ended', atMs: atMs + 9, end: 'done', result: null },
  ],
  waiting: (atMs: number, title: string): readonly Entry[] => [
    started(atMs, title),
    { type: 'asked', atMs: atMs + 5, key: '0/answer', effect: question('passes', { passes: 3 }) },
  ],
  parked: (atMs: number, title: string): readonly Entry[] => [started(atMs, title)],
};

export function writeJournal(path: string, entries: readonly Entry[]): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, formatJournalLines(entries, journalStart).text);
  utimesSync(path, 1_000, 1_000); // a whole second can be restored exactly
}

/** As if everything in it had happened earlier. */
export function ageJournal(path: string, byMs: number): void {
  const { entries } = parseJournalLines(readFileSync(path), path);
  writeFileSync(
    path,
    formatJournalLines(
      entries.map((entry) => ({ ...entry, atMs: entry.atMs - byMs })),
      journalStart,
    ).text,
  );
}

/** Changes bytes but neither length nor time: only a reader of the journal notices the damage. */
export function damageSilently(path: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"type"', '"TYPE"'));
  utimesSync(path, 1_000, 1_000);
}
