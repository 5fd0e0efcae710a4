/** The summaries of all runs, for lists: one file is read, and the size and time of each journal are looked at. */
import { statSync } from 'node:fs';
import { type Gathered, gather, gatheredIn, hasEnded } from './gathered.ts';
import type { Places } from './places.ts';
import { isOf, type Read, type Summarised, summarise } from './summary.ts';

const orNothing = { throwIfNoEntry: false } as const;

/** One of each run that has begun, wherever it lies. `read` reads a journal. */
export async function summariesOf(places: Places, read: Read): Promise<readonly Summarised[]> {
  const known = gatheredIn(places.summaries);
  const found = new Map<string, Summarised>();
  const fresh = new Map<string, Gathered>();
  for (const { run, path } of places.journals()) {
    const stat = found.has(run) ? undefined : statSync(path, orNothing);
    if (!stat) continue;
    const before = known.get(run);
    const isKnown = before !== undefined && isOf(before, stat);
    const one = isKnown ? { run, summary: before.summary } : await summarise({ run, path, stat }, read);
    if (one) found.set(run, one);
    if (isKnown || !hasEnded(one?.summary)) continue;
    fresh.set(run, { size: stat.size, mtimeMs: stat.mtimeMs, summary: one.summary });
  }
  if (fresh.size > 0) gather(places.summaries, stillThere(found, known, fresh));
  return [...found.values()];
}

/** What is gathered from now on: a run that is gone goes, and so does one that has changed and cannot be read any more. */
const stillThere = (found: ReadonlyMap<string, Summarised>, ...known: readonly ReadonlyMap<string, Gathered>[]) =>
  [...found].flatMap(([run, { summary }]) =>
    known.flatMap((all) => {
      const one = all.get(run);
      return one && one.summary === summary ? [one] : [];
    }),
  );
