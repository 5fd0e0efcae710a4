/** Which ended runs are put away: they are kept for ever, but not all of them among those that are worked on. */
import type { RunRow } from '../views/run.ts';

/** The ids, oldest first: all that have ended but the newest `keep`. What has not ended is never among them, however old it is. */
export function selectRunsToArchive(rows: readonly RunRow[], keep: number): readonly string[] {
  const ended = rows
    .flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAtMs: Date.parse(endedAt) }]))
    .sort((a, b) => b.endedAtMs - a.endedAtMs);
  return ended
    .slice(keep)
    .map(({ id }) => id)
    .reverse();
}
