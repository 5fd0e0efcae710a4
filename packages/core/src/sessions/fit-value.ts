/** Shortens a document to a budget: long texts and long lists lose their ends, fields stay. */

/** From generous to strict. */
const limits = [
  { text: 4_000, entries: 200 },
  { text: 1_000, entries: 50 },
  { text: 400, entries: 20 },
  { text: 200, entries: 10 },
  { text: 100, entries: 5 },
  { text: 50, entries: 3 },
] as const;
type Limit = (typeof limits)[number];

/** `null` if even the strictest form is longer as JSON. `isCut` says whether anything is missing. */
export function fitValue(
  value: unknown,
  maxLength: number,
): { readonly value: unknown; readonly isCut: boolean } | null {
  const whole = JSON.stringify(value) ?? 'null';
  if (whole.length <= maxLength) return { value, isCut: false };
  for (const limit of limits) {
    const short = shorten(value, limit);
    if (JSON.stringify(short).length <= maxLength) return { value: short, isCut: true };
  }
  return null;
}

function shorten(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') return value.length > limit.text ? `${value.slice(0, limit.text).trimEnd()} …` : value;
  if (Array.isArray(value)) return value.slice(0, limit.entries).map((entry) => shorten(entry, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shorten(entry, limit)]));
}
