/** Which finished runs may go out of sight: they are kept for ever, but a list of everything that ever ran helps nobody. */
import type { RunRow } from './views/run.ts';

export interface Retention {
  /** Runs that ended longer ago than this are archived. */
  readonly olderThanMs: number;
  /** Of those that have ended, so many of the newest stay; the others are archived. */
  readonly keep: number;
}

/** The ids, oldest first. What has not ended is never among them, however old it is. */
export function toArchive(rows: readonly RunRow[], { olderThanMs, keep }: Retention, nowMs: number): readonly string[] {
  const ended = rows
    .flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAtMs: Date.parse(endedAt) }]))
    .sort((a, b) => b.endedAtMs - a.endedAtMs);
  return ended
    .filter(({ endedAtMs }, n) => n >= keep || nowMs - endedAtMs > olderThanMs)
    .map(({ id }) => id)
    .reverse();
}
