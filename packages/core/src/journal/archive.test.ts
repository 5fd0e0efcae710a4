import { expect, test } from 'vitest';
import { ended, journalOf, started } from '../testing/facts.ts';
import { runRow, unreadableRow } from '../views/run.ts';
import { selectRunsToArchive } from './archive.ts';

const outside = { isOwned: false, answered: new Set<string>() };
const row = (id: string, endedAtMs: number) => ({
  ...runRow([journalOf([started(), ended('done')], id)], outside),
  endedAt: new Date(endedAtMs).toISOString(),
});
const living = runRow([journalOf([started()], 'living')], outside);
const rows = [row('new', 900), row('old', 100), living, row('middle', 500)];

test('keeps the newest ended runs, and lists the oldest first', () => {
  expect(selectRunsToArchive(rows, 1)).toEqual(['old', 'middle']);
  expect(selectRunsToArchive(rows, 2)).toEqual(['old']);
  expect(selectRunsToArchive(rows, 3)).toEqual([]);
});

test('never archives a running run, and does not count it', () => {
  expect(selectRunsToArchive(rows, 0)).toEqual(['old', 'middle', 'new']);
});

test('never archives a run with an unreadable journal', () => {
  expect(selectRunsToArchive([unreadableRow('lost', 1), ...rows], 0)).not.toContain('lost');
});
