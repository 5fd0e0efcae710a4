import { expect, test } from 'vitest';
import { ended, journalOf, started } from '../testing/facts.ts';
import { runRow, unreadableRow } from '../views/run.ts';
import { selectRunsToArchive } from './archive.ts';

const nobody = { isOwned: false, answered: new Set<string>() };
const row = (id: string, endedAtMs: number) => ({
  ...runRow([journalOf([started(), ended('done')], id)], nobody),
  endedAt: new Date(endedAtMs).toISOString(),
});
const living = runRow([journalOf([started()], 'living')], nobody);
const rows = [row('new', 900), row('old', 100), living, row('middle', 500)];

test('of those that have ended only so many stay, the newest; the oldest goes first', () => {
  expect(selectRunsToArchive(rows, 1)).toEqual(['old', 'middle']);
  expect(selectRunsToArchive(rows, 2)).toEqual(['old']);
  expect(selectRunsToArchive(rows, 3)).toEqual([]);
});

test('what has not ended is never archived, and takes no place of what has', () => {
  expect(selectRunsToArchive(rows, 0)).toEqual(['old', 'middle', 'new']);
});

test('a run whose journal cannot be read stays where it is seen', () => {
  expect(selectRunsToArchive([unreadableRow('lost', 1), ...rows], 0)).not.toContain('lost');
});
