/** What is wrong with a configuration: a place, a code from a closed list, and what is known of the case. */

import type * as z from 'zod';
import type { Coded, ParamArgs, SentenceCodes } from '../codes.ts';
import { suggestWord } from '../text/suggest.ts';
import { keysAt } from './known-keys.ts';

export const problems = {
  unknown: { suggestion: 'text' }, // no such setting; `suggestion` is the one that was probably meant
  secret: {}, // no such setting, and it looks like a key: those never stand in a file
  missing: {}, // it must be set
  type: { expected: 'text' }, // another kind of value
  whole: {}, // not a whole number
  choice: { choices: 'text' }, // none of the `choices`
  empty: {}, // nothing in it
  'too-small': { minimum: 'number' }, // less than `minimum`
  'too-large': { maximum: 'number' }, // more than `maximum`
  path: {}, // not a path inside the repository
  url: {}, // not an address of the right kind
  page: {}, // not a page of a server
  password: {}, // an address with a password in it
  tag: {}, // not a language
  name: {}, // cannot be the name of a file
  trigger: {}, // not a moment of a mission
  twice: {}, // two have the same name
  'no-lanes': {}, // parallel work without branch isolation
  'same-place': {}, // two folders that must differ
  invalid: {}, // anything else
} as const satisfies SentenceCodes;
export type ProblemCode = keyof typeof problems;
/** A problem that a rule of the schema names. */
export type RuleCode = Exclude<ProblemCode, 'unknown' | 'type' | 'choice' | 'too-small' | 'too-large'>;

export type ZodIssueFound = Coded<typeof problems> & { readonly path: readonly PropertyKey[] };

type Issue = z.core.$ZodIssue;

/** Every problem that one issue of the schema stands for. */
export function parseProblems(
  issue: Issue,
  schema: z.ZodType,
  above: readonly PropertyKey[] = [],
): readonly ZodIssueFound[] {
  const path = [...above, ...issue.path];
  const one = <Code extends ProblemCode>(code: Code, ...[params]: ParamArgs<(typeof problems)[Code]>) => [
    { path, code, params: params ?? {} } as ZodIssueFound,
  ];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key], keysAt(schema, path)));
    case 'invalid_union':
      return unionProblems(issue, schema, path);
    case 'invalid_type':
      if (issue.input === undefined) return one('missing');
      return issue.expected === 'int' ? one('whole') : one('type', { expected: issue.expected });
    case 'invalid_value':
      return one('choice', { choices: choicesIn(issue) });
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

const secretWord = /key|token|secret|password|credential/i;

function unknownKey(path: readonly PropertyKey[], known: readonly string[]): ZodIssueFound {
  const key = String(path.at(-1));
  const suggestion = suggestWord(key, known) ?? '';
  if (suggestion === '' && secretWord.test(key)) return { path, code: 'secret', params: {} };
  return { path, code: 'unknown', params: { suggestion } };
}

/** Of several forms only the one that was meant is worth talking about: the one whose kind of value it is. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  schema: z.ZodType,
  path: readonly PropertyKey[],
): readonly ZodIssueFound[] {
  if ('options' in issue && Array.isArray(issue.options))
    return [{ path, code: 'choice', params: { choices: quoted(issue.options) } }];
  const isOtherKind = ({ code, path: within }: Issue) =>
    within.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
  const meant = issue.errors.find((form) => !form.some(isOtherKind));
  if (meant) return meant.flatMap((inner) => parseProblems(inner, schema, path));
  const words = issue.errors.flat().find((inner) => inner.code === 'invalid_value');
  return words?.code === 'invalid_value'
    ? [{ path, code: 'choice', params: { choices: choicesIn(words) } }]
    : [{ path, code: 'type', params: { expected: 'toggle' } }];
}

const choicesIn = ({ values }: { readonly values: readonly unknown[] }) => quoted(values);
const quoted = (values: readonly unknown[]) => values.map((value) => `"${value}"`).join(', ');

/** `checkpoints.types[0].name`, `roles.plans.fixer.model`; the whole configuration is `.`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? '.' : path.reduce<string>((text, key) => `${text}${step(key, text === '')}`, '');

function step(key: PropertyKey, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  return `${isFirst ? '' : '.'}${String(key) === '' ? '""' : String(key)}`;
}
