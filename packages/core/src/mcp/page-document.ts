/**
 * Cuts a JSON document into pages for a model: its answers have a limit, and a cursor leads to the rest.
 *
 *   G1. Every page has all fields of the document. Its lists share one position, so that each item is on exactly one page.
 *   G2. A page is never larger than the limit: a single value that is too large is shortened, and `cut` names its field.
 *   G3. A cursor is a number as text. Another text is refused.
 */
import { fitValue } from '../sessions/fit-value.ts';

/** 8,000 tokens, counted as three bytes each: tokens of code and of Korean are short. */
const maxPageBytes = 8_000 * 3;

/** Room for the notice before the document, for `nextCursor`, and for `cut`. */
const reservedBytes = 1_500;

export interface DocumentPage {
  readonly document: Readonly<Record<string, unknown>>;
  /** The position of the next page; `null` on the last. */
  readonly nextCursor: string | null;
}

/** `null` if the cursor is invalid. */
export function pageDocument(document: object, cursor: string | undefined): DocumentPage | null {
  const start = parseCursor(cursor);
  if (start === null) return null;
  const room = maxPageBytes - reservedBytes;
  const { lists, others, cut } = splitFields(document, room / 2);
  const items = [...lists].flatMap(([field, list]) => list.map((item) => ({ field, item })));
  const taken = takeItems(items.slice(start), room - jsonBytes(others) - jsonBytes([...lists.keys()]) * 2);
  const fields = [...lists.keys()].map((field) => [field, taken.items.filter((one) => one.field === field)] as const);
  const listed = fields.map(([field, found]) => [field, found.map(({ item }) => item)] as const);
  const missing = [...new Set([...cut, ...taken.cut])].slice(0, 20);
  const end = start + taken.items.length;
  const nextCursor = end < items.length ? String(end) : null;
  const page = { ...others, ...Object.fromEntries(listed), ...(missing.length > 0 ? { cut: missing } : {}) };
  return { document: nextCursor === null ? page : { ...page, nextCursor }, nextCursor };
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined || cursor === '') return 0;
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : null;
}

/** Fields that are no list are on every page, so they must be small. */
function splitFields(document: object, room: number) {
  const entries = Object.entries(document) as readonly (readonly [string, unknown])[];
  const lists = new Map(entries.filter((entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1])));
  const others = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  if (jsonBytes(others) <= room) return { lists, others, cut: [] as readonly string[] };
  const each = Math.floor(room / Math.max(1, Object.keys(others).length));
  const cut = Object.keys(others).filter((field) => jsonBytes(others[field]) > each);
  const short = Object.entries(others).map(([field, value]) => [field, fitBytes(value, each)]);
  return { lists, others: Object.fromEntries(short) as Readonly<Record<string, unknown>>, cut };
}

interface ListItem {
  readonly field: string;
  readonly item: unknown;
}

/** At least one, so that every page makes progress. */
function takeItems(items: readonly ListItem[], room: number) {
  const taken: ListItem[] = [];
  const cut: string[] = [];
  let left = room;
  for (const { field, item } of items) {
    const bytes = jsonBytes(item) + 1;
    if (bytes > left && taken.length > 0) break;
    if (bytes > left) cut.push(field);
    taken.push({ field, item: bytes > left ? fitBytes(item, left) : item });
    left -= bytes;
  }
  return { items: taken, cut };
}

/** A character may take six bytes. */
function fitBytes(value: unknown, room: number): unknown {
  if (jsonBytes(value) <= room) return value;
  for (const length of [room, room / 3, room / 6]) {
    const fitted = fitValue(value, Math.floor(length))?.value;
    if (fitted !== undefined && jsonBytes(fitted) <= room) return fitted;
  }
  return null;
}

const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** Bytes of the JSON, where characters that could mislead a reader are escaped. */
function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  let bytes = text.length;
  for (const character of text.replace(/[ -~]+/g, '')) bytes += hidden.test(character) ? 5 : 3;
  return bytes;
}
