/** Converts schema issues into problems with a path, a code from a closed list, and parameters. */

import type * as z from 'zod';
import type { Coded, ParamArgs, SentenceCodes } from '../codes.ts';
import { suggestWord } from '../text/suggest.ts';
import { keysAt } from './known-keys.ts';

export const problems = {
  unknown: { suggestion: 'text' }, // unknown setting; `suggestion` is the most similar one
  later: {}, // a setting of a later version
  secret: {}, // unknown setting that looks like a secret: secrets never belong in a file
  missing: {},
  type: { expected: 'text' }, // wrong type
  whole: {}, // not a whole number
  choice: { choices: 'text' }, // not one of the `choices`
  empty: {}, // empty text or list
  'too-small': { minimum: 'number' },
  'too-large': { maximum: 'number' },
  path: {}, // not a path inside the repository
  url: {}, // not a URL with an allowed protocol
  page: {}, // not a path on the dev server
  password: {}, // a URL with a password
  tag: {}, // not a language tag
  name: {}, // not a valid file name
  trigger: {}, // not a trigger of a checkpoint
  twice: {}, // two entries have the same name
  'no-lanes': {}, // parallel work without branch isolation
  'same-place': {}, // two folders that must differ
  invalid: {},
} as const satisfies SentenceCodes;
export type ProblemCode = keyof typeof problems;
/** A problem reported by a custom rule of the schema. */
export type RuleCode = Exclude<ProblemCode, 'unknown' | 'type' | 'choice' | 'too-small' | 'too-large'>;

export type ConfigIssue = Coded<typeof problems> & { readonly path: readonly PropertyKey[] };

type Issue = z.core.$ZodIssue;

export function parseProblems(
  issue: Issue,
  schema: z.ZodType,
  above: readonly PropertyKey[] = [],
): readonly ConfigIssue[] {
  const path = [...above, ...issue.path];
  const one = <Code extends ProblemCode>(code: Code, ...[params]: ParamArgs<(typeof problems)[Code]>) => [
    { path, code, params: params ?? {} } as ConfigIssue,
  ];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.flatMap((key) =>
        unknownKeys([...path, key], (issue.input as Given)[key], keysAt(schema, path)),
      );
    case 'invalid_union':
      return unionProblems(issue, schema, path);
    case 'invalid_type':
      if (issue.input === undefined) return one('missing');
      return issue.expected === 'int' ? one('whole') : one('type', { expected: issue.expected });
    case 'invalid_value':
      return one('choice', { choices: quoted(issue.values) });
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? one('too-small', { minimum: Number(issue.minimum) })
        : one('empty');
    case 'too_big':
      return one('too-large', { maximum: Number(issue.maximum) });
    case 'custom':
      return one((issue.params?.['problem'] as RuleCode | undefined) ?? 'invalid');
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return one('invalid');
  }
}

/** Announced sections without an implementation: they are refused, because a setting without effect misleads. */
const laterSettings = ['trust', 'fleet', 'telemetry'];

type Given = Readonly<Record<string, unknown>>;

function unknownKeys(path: readonly PropertyKey[], value: unknown, known: readonly string[]): readonly ConfigIssue[] {
  if (!laterSettings.includes(formatPath(path))) return [unknownKey(path, known)];
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const paths = names.length === 0 ? [path] : names.map((name) => [...path, name]);
  return paths.map((each) => ({ path: each, code: 'later', params: {} }));
}

const secretWord = /key|token|secret|password|credential/i;

function unknownKey(path: readonly PropertyKey[], known: readonly string[]): ConfigIssue {
  const key = String(path.at(-1));
  const suggestion = suggestWord(key, known) ?? '';
  if (suggestion === '' && secretWord.test(key)) return { path, code: 'secret', params: {} };
  return { path, code: 'unknown', params: { suggestion } };
}

/** Reports only the alternative whose type matches the value. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  schema: z.ZodType,
  path: readonly PropertyKey[],
): readonly ConfigIssue[] {
  if ('options' in issue && Array.isArray(issue.options))
    return [{ path, code: 'choice', params: { choices: quoted(issue.options) } }];
  const isOtherType = ({ code, path: within }: Issue) =>
    within.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
  const intended = issue.errors.find((form) => !form.some(isOtherType));
  if (intended) return intended.flatMap((inner) => parseProblems(inner, schema, path));
  const choice = issue.errors.flat().find((inner) => inner.code === 'invalid_value');
  return choice?.code === 'invalid_value'
    ? [{ path, code: 'choice', params: { choices: quoted(choice.values) } }]
    : [{ path, code: 'type', params: { expected: 'toggle' } }];
}

const quoted = (values: readonly unknown[]) => values.map((value) => `"${value}"`).join(', ');

/** Returns a path such as `checkpoints.types[0].name`; `.` for the whole configuration. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? '.' : path.reduce<string>((text, key) => `${text}${step(key, text === '')}`, '');

function step(key: PropertyKey, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  return `${isFirst ? '' : '.'}${String(key) === '' ? '""' : String(key)}`;
}
