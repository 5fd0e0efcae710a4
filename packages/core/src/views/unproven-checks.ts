/** Lists why green checks of a run prove nothing: they may have used code of the checkout. */
import type * as z from 'zod';
import type { unprovenSchema } from '../documents/show.ts';
import type { RunJournal } from '../journal/run-tree.ts';

type UnprovenChecks = Readonly<z.output<typeof unprovenSchema>>;

/** Each reason once, for the run that noted it first. */
export function listUnproven(family: readonly RunJournal[]): readonly UnprovenChecks[] {
  const rows = new Map<string, UnprovenChecks>();
  for (const { run, entries } of family)
    for (const entry of entries) {
      if (entry.type !== 'noted' || entry.code !== 'checks.unproven') continue;
      const { why, detail } = entry.params;
      const row = { run, why: String(why), detail: String(detail) };
      rows.set(`${row.why} ${row.detail}`, rows.get(`${row.why} ${row.detail}`) ?? row);
    }
  return [...rows.values()];
}
