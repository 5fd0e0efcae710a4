import { expect, test } from 'vitest';
import { toArchive } from './archive.ts';
import { ended, journalOf, started } from './testing/facts.ts';
import { runRow } from './views/run.ts';

const nobody = { isOwned: false, answered: new Set<string>() };
const row = (id: string, endedAtMs: number) => ({
  ...runRow([journalOf([started(), ended('done')], id)], nobody),
  endedAt: new Date(endedAtMs).toISOString(),
});
const living = runRow([journalOf([started()], 'living')], nobody);
const rows = [row('new', 900), row('old', 100), living, row('middle', 500)];

test('runs that ended long ago are archived, oldest first', () => {
  expect(toArchive(rows, { olderThanMs: 450, keep: 99 }, 1_000)).toEqual(['old', 'middle']);
});

test('of those that have ended only so many stay, the newest', () => {
  expect(toArchive(rows, { olderThanMs: Infinity, keep: 1 }, 1_000)).toEqual(['old', 'middle']);
});

test('what has not ended is never archived, however old it is', () => {
  expect(toArchive(rows, { olderThanMs: 0, keep: 0 }, 1_000)).not.toContain('living');
});
