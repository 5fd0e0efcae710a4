/** Selects the ended runs to move to the archive, which keeps them forever. */
import type { RunRow } from '../views/run.ts';

/** Returns the ids of all ended runs except the newest `keep`, oldest first. */
export function selectRunsToArchive(rows: readonly RunRow[], keep: number): readonly string[] {
  const ended = rows
    .flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAtMs: Date.parse(endedAt) }]))
    .sort((a, b) => b.endedAtMs - a.endedAtMs);
  return ended
    .slice(keep)
    .map(({ id }) => id)
    .reverse();
}
