/** Lists the summaries of all runs: reads one file and checks the size and time of each journal. */
import { statSync } from 'node:fs';
import type { RunFolders } from './run-folders.ts';
import { hasEnded, readSummariesFile, type StoredSummary, writeSummariesFile } from './summaries-file.ts';
import { isSummaryCurrent, type ReadEntries, type RunSummary, summariseRun } from './summary.ts';

const undefinedIfMissing = { throwIfNoEntry: false } as const;

export async function listSummaries(places: RunFolders, read: ReadEntries): Promise<readonly RunSummary[]> {
  const known = readSummariesFile(places.summaries);
  const found = new Map<string, RunSummary>();
  const fresh = new Map<string, StoredSummary>();
  for (const { run, path } of places.journals()) {
    const stat = found.has(run) ? undefined : statSync(path, undefinedIfMissing);
    if (!stat) continue;
    const before = known.get(run);
    const isKnown = before !== undefined && isSummaryCurrent(before, stat);
    const one = isKnown ? { run, summary: before.summary } : await summariseRun({ run, path, stat }, read);
    if (one) found.set(run, one);
    if (isKnown || !hasEnded(one?.summary)) continue;
    fresh.set(run, { size: stat.size, mtimeMs: stat.mtimeMs, summary: one.summary });
  }
  if (fresh.size > 0) writeSummariesFile(places.summaries, summariesToStore(found, known, fresh));
  return [...found.values()];
}

/** Drops the summaries of runs that are gone, or that changed and cannot be read. */
const summariesToStore = (
  found: ReadonlyMap<string, RunSummary>,
  ...known: readonly ReadonlyMap<string, StoredSummary>[]
) =>
  [...found].flatMap(([run, { summary }]) =>
    known.flatMap((all) => {
      const one = all.get(run);
      return one && one.summary === summary ? [one] : [];
    }),
  );
