/** Reads the fields of a spec, each by itself, so that a wrong one hides no other one. */
import type * as z from 'zod';
import { keysAt } from '../config/known-keys.ts';
import { formatPath } from '../config/problem.ts';
import { suggestWord } from '../text/suggest.ts';
import { type SpecDefect, type SpecWarning, type specDefects, specProblem } from './problem.ts';
import { type SpecDocument, specSchema } from './spec-schema.ts';

export interface SpecFields {
  /** Those that are in order. */
  readonly fields: Partial<SpecDocument>;
  readonly defects: readonly SpecDefect[];
  readonly warnings: readonly SpecWarning[];
}

type Given = Readonly<Record<string, unknown>>;
type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

export function readFields(file: string, given: Given): SpecFields {
  const fields: Record<string, unknown> = {};
  const defects: SpecDefect[] = [];
  for (const [key, schema] of Object.entries(specSchema.shape)) {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    const read = schema.safeParse(value, { reportInput: true });
    if (read.success) fields[key] = read.data;
    else defects.push(...read.error.issues.flatMap((issue) => defectsOf(file, issue, [key])));
  }
  return { fields, defects, warnings: unknownFields(file, given, []) };
}

function defectsOf(file: string, issue: Issue, above: Path): readonly SpecDefect[] {
  const path = [...above, ...issue.path];
  const place = { file, at: formatPath(path) };
  switch (issue.code) {
    case 'invalid_union':
      return unionDefects(file, issue, path);
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return [specProblem(place, 'missing')];
      return [specProblem(place, 'type', { expected: kinds[issue.expected] ?? 'text' })];
    case 'invalid_value':
      return [specProblem(place, 'choice', { choices: issue.values.map(String).join(', ') })];
    case 'too_small':
    case 'too_big':
      return [sizeDefect(place, issue)];
    case 'custom':
      return [specProblem(place, ruleOf(issue.params?.['problem']))];
    case 'unrecognized_keys':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      throw new Error(`the schema of a spec has no rule ${issue.code}`);
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  object: 'object',
  number: 'number',
  int: 'number',
};

/** Rules without parameters. */
const ruleCodes = ['empty', 'glob', 'command', 'name'] as const satisfies readonly (keyof typeof specDefects)[];

function ruleOf(problem: unknown): (typeof ruleCodes)[number] {
  const code = ruleCodes.find((one) => one === problem);
  if (code === undefined) throw new Error(`the schema of a spec has no rule ${String(problem)}`);
  return code;
}

function sizeDefect(
  place: { readonly file: string; readonly at: string },
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
): SpecDefect {
  if (issue.origin === 'number' || issue.origin === 'int') return specProblem(place, 'range', priorities);
  const maximum = issue.code === 'too_big' ? Number(issue.maximum) : 0;
  return issue.origin === 'array'
    ? specProblem(place, 'too-many', { maximum })
    : specProblem(place, 'too-long', { maximum });
}

/** The only numbers of a spec. */
const priorities = { minimum: 1, maximum: 5 };

/** Reports the alternative whose type is that of the value. */
function unionDefects(
  file: string,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
): readonly SpecDefect[] {
  const place = { file, at: formatPath(path) };
  const { input } = issue;
  if (input === undefined || input === null) return [specProblem(place, 'missing')];
  const key = issue.message === 'invariant' ? readAsKey(input) : undefined;
  if (key !== undefined) return [specProblem(place, 'unquoted', { key })];
  const isOtherType = ({ code, path: within }: Issue) => within.length === 0 && code === 'invalid_type';
  const intended = issue.errors.find((form) => !form.some(isOtherType));
  if (intended) return intended.flatMap((inner) => defectsOf(file, inner, path));
  return [specProblem(place, 'type', { expected: issue.message })];
}

/** `- totals: never negative` is a text for its author, and a key for YAML. */
function readAsKey(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const [key, ...others] = Object.keys(input);
  return others.length === 0 && key !== undefined && !['id', 'text', 'command'].includes(key) ? key : undefined;
}

function unknownFields(file: string, value: unknown, path: Path): readonly SpecWarning[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown, n) => unknownFields(file, one, [...path, n]));
  const known = keysAt(specSchema, path);
  if (known.length === 0) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const at = [...path, key];
    if (known.includes(key)) return unknownFields(file, below, at);
    const suggestion = suggestWord(key, known) ?? '';
    return [specProblem({ file, at: formatPath(at) }, 'unknown-field', { suggestion })];
  });
}
