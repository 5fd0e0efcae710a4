/** Formats times in UTC, and durations rounded for a report. */

/** Example: `2026-11-14 18:00 UTC`. */
export const formatDayAndClock = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** Example: `11-14 18:00`; a report covers less than a year. */
export const formatClock = (at: string): string => `${at.slice(5, 10)} ${at.slice(11, 16)}`;

const minute = 60_000;
const hour = 60 * minute;

/** Examples: `36 s`, `42 min`, `12 h`, `3.5 h`, `2 d`. */
export function formatAge(ms: number): string {
  if (ms < 1_000) return ms <= 0 ? '0 s' : '< 1 s';
  if (ms < 2 * minute) return `${Math.round(ms / 1_000)} s`;
  if (ms < 2 * hour) return `${Math.round(ms / minute)} min`;
  if (ms <= 48 * hour) return `${short(ms / hour)} h`;
  return `${short(ms / (24 * hour))} d`;
}

const short = (n: number) => String(Math.round(n * 10) / 10);
