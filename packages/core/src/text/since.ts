/** Parses the start time of a report, by a closed list of forms. Without a time zone, the user's zone applies. */
export const sinceForms = [
  '12h',
  '2d',
  'today',
  'yesterday',
  'last night',
  '2026-08-01',
  '2026-08-01T22:30',
  '2026-08-01T22:30Z',
] as const;

/** Used without `--since`. */
export const defaultSince = '24h';

const minute = 60_000;
const hour = 60 * minute;
const lengths: Readonly<Record<string, number>> = { m: minute, h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** `undefined` for another form, an invalid day, and a time in the future. */
export function parseSince(typed: string, nowMs: number): number | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, (gap) => (gap.includes('-') ? '-' : ' '));
  const atMs = lengthBefore(text, nowMs) ?? wordOf(text, nowMs) ?? momentOf(text);
  return atMs === undefined || Number.isNaN(atMs) || atMs > nowMs ? undefined : atMs;
}

function lengthBefore(text: string, nowMs: number): number | undefined {
  const { n, unit } = /^(?<n>\d{1,6}) ?(?<unit>[mhdw])$/.exec(text)?.groups ?? {};
  return n === undefined || unit === undefined ? undefined : nowMs - Number(n) * (lengths[unit] ?? 0);
}

function wordOf(text: string, nowMs: number): number | undefined {
  if (text === 'today') return dayFrom(nowMs, 0, 0);
  if (text === 'yesterday') return dayFrom(nowMs, -1, 0);
  // In the morning, a user means the evening before.
  if (text === 'last night' || text === 'last-night') return dayFrom(nowMs, -1, 18);
  return undefined;
}

function dayFrom(nowMs: number, days: number, hours: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hours).getTime();
}

const moment =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[t ](?<h>\d\d):(?<m>\d\d)(?::(?<s>\d\d)(?:\.\d+)?)?(?<zone>z|[+-]\d\d:?\d\d)?)?$/;

function momentOf(text: string): number | undefined {
  const { year, month, day, h = '00', m = '00', s = '00', zone } = moment.exec(text)?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    .toISOString()
    .startsWith(text.slice(0, 10));
  if (!isDay || Number(h) > 23 || Number(m) > 59 || Number(s) > 59) return undefined;
  const offset = zone === undefined ? '' : zone === 'z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return Date.parse(`${year}-${month}-${day}T${h}:${m}:${s}${offset}`);
}
