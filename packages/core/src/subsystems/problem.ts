/** The closed list of problems and warnings of subsystem specs. Each is one sentence in every language. */
import type { ParamArgs, ParamsOf, SentenceCodes } from '../codes.ts';

/** Kinds of values that a field may require. */
export const specValueKinds = ['text', 'texts', 'list', 'object', 'number', 'invariant', 'skill'] as const;

/** With one of these, no issue is worked on. */
export const specDefects = {
  link: {},
  'too-large': { maximum: 'number' }, // kilobytes
  'not-text': {},
  unreadable: { detail: 'text' },
  'not-yaml': { line: 'number', detail: 'text' },
  alias: { line: 'number' },
  tag: { line: 'number' },
  'too-many': { maximum: 'number' }, // more entries, or more specs
  place: {}, // not at subsystems_knowledge/<system>/<subsystem>.yaml
  missing: {},
  type: { expected: 'text' }, // one of `specValueKinds`
  choice: { choices: 'text' },
  empty: {},
  'too-long': { maximum: 'number' },
  range: { minimum: 'number', maximum: 'number' },
  name: {},
  glob: {},
  command: {},
  unquoted: { key: 'text' }, // an invariant with a colon that YAML reads as a key
  'other-name': { expected: 'text' }, // `id` or `system` does not fit the path
  twice: { id: 'text' },
  'same-subsystem': { other: 'text' },
  'unknown-subsystem': { id: 'text', suggestion: 'text' },
  itself: {},
} as const satisfies SentenceCodes;

const specWarnings = {
  'unknown-field': { suggestion: 'text' },
  cycle: { ids: 'text' },
  overlap: { glob: 'text', other: 'text', otherGlob: 'text' },
  'not-read': {}, // it ends with .yml
} as const satisfies SentenceCodes;

export type SpecCodes = typeof specDefects & typeof specWarnings;

export interface SpecProblem<Code extends keyof SpecCodes = keyof SpecCodes> {
  readonly file: string;
  /** Path inside the file, such as `invariants[1].command`; empty for the whole file. */
  readonly at: string;
  readonly code: Code;
  readonly params: ParamsOf<SpecCodes[Code]>;
}

export type SpecDefect = SpecProblem<keyof typeof specDefects>;
export type SpecWarning = SpecProblem<keyof typeof specWarnings>;

export const specProblem = <Code extends keyof SpecCodes>(
  place: { readonly file: string; readonly at?: string },
  code: Code,
  ...[params]: ParamArgs<SpecCodes[Code]>
): SpecProblem<Code> => ({
  file: place.file,
  at: place.at ?? '',
  code,
  params: (params ?? {}) as ParamsOf<SpecCodes[Code]>,
});
