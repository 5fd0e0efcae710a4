/** Reads JSON documents that agents or other tools may have written, and names what is wrong with them. */
import type * as z from 'zod';
import { parseJson } from '../text/json.ts';

export type FormProblem =
  | { readonly code: 'not-json' }
  | { readonly code: 'wrong-value'; readonly key: string; readonly expected: string; readonly found: string };

export type ReadForm<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

/** The schema decides which values it accepts, and which unknown fields stay. */
export function readJsonForm<Value>(text: string, schema: z.ZodType<Value>): ReadForm<Value> {
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return { ok: false, problems: [{ code: 'not-json' }] };
  const read = schema.safeParse(value);
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, problems: read.error.issues.map((issue) => problemOf(issue, value)) };
}

function problemOf(issue: z.core.$ZodIssue, document: unknown): FormProblem {
  const key = issue.path.map(String).join('.');
  return { code: 'wrong-value', key, expected: expectedBy(issue), found: describe(valueAt(document, issue.path)) };
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' | ');
  if (issue.code === 'too_big') return `<= ${issue.maximum}`;
  return issue.code === 'too_small' ? `>= ${issue.minimum}` : issue.message;
}

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    document,
  );

const maxShown = 60;

/** Only a short value is shown: a document may have a text of megabytes. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return 'object';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxShown));
  return String(value);
}
