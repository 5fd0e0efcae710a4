/** Formats times as ISO 8601 in UTC. */
export const iso = (atMs: number): string => new Date(atMs).toISOString();
export const isoOrNull = (atMs: number | null | undefined): string | null =>
  atMs === null || atMs === undefined ? null : iso(atMs);
