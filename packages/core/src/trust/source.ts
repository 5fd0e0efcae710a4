/**
 * Writes variants of a source file: with emptied code, or with one small edit that a good test notices.
 *
 *   V1. Offsets are UTF-16 indices into the text. Lines are counted from 1 and end with `\n`, as git counts them.
 *   V2. Of nested units only the outermost chosen one is replaced.
 *   V3. A text without a chosen unit stays as it is.
 *   V4. Emptied code stays as a comment, so that a test that only reads the source notices no difference.
 *   V5. Code with more comments behaves the same. A test that fails with them compares the source.
 */

/** A function body, or the value of a top-level variable or class field, that can be emptied. */
export interface CodeUnit {
  /** The replaced range. */
  readonly start: number;
  readonly end: number;
  /** Text without behaviour, such as `{}`, `undefined` or `pass`. */
  readonly empty: string;
  /** The same, but with a blank value that survives any use. */
  readonly blank: string;
  /** Lines of the whole unit with its signature. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** `string` and `call` come last when mutants are selected: many good tests do not check texts and side effects. */
export const mutantKinds = [
  'comparison',
  'arithmetic',
  'logical',
  'condition',
  'boolean',
  'number',
  'return',
  'call',
  'string',
] as const;
export type MutantKind = (typeof mutantKinds)[number];

/** One small edit that a good test notices. */
export interface Mutant {
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  /** The replaced text. */
  readonly was: string;
}

/** A test as written in the source. */
export interface WrittenTest {
  /** Its own name, without its suites; `null` if it is computed. */
  readonly name: string | null;
  readonly line: number;
  /** False only if the test clearly asserts nothing. */
  readonly hasAssertion: boolean;
}

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** How the language marks a comment: from one mark to another, or to the end of the line. */
export type CommentStyle = 'block' | 'line';

/** Whether the file is in a language that is parsed. */
export const isParsed = (path: string): boolean => /\.(?:[jt]sx?|[cm][jt]s|py)$/.test(path);

export interface SourceFacts {
  readonly comments: CommentStyle;
  readonly units: readonly CodeUnit[];
  readonly mutants: readonly Mutant[];
  readonly tests: readonly WrittenTest[];
  /** Texts that an edited file needs: a comment that silences the compiler, and the function that returns the blank value. */
  readonly support: { readonly empty: readonly Insertion[]; readonly blank: readonly Insertion[] };
}

/** Replaces the units that contain one of these lines, or all units. */
export function emptySource(
  text: string,
  facts: SourceFacts,
  which: ReadonlySet<number> | 'all',
  as: 'empty' | 'blank',
): string {
  const chosen = outermost(facts.units.filter((unit) => which === 'all' || hasLine(unit, which)));
  if (chosen.length === 0) return text;
  const edits = chosen.map((unit) => ({ start: unit.start, end: unit.end, text: emptyUnit(text, unit, facts, as) }));
  return applyEdits(text, [...facts.support[as].map(toEdit), ...edits]);
}

/** V5: a comment in each unit with one of these lines, and one at the end. */
export function commentSource(text: string, facts: SourceFacts, which: ReadonlySet<number>): string {
  const end = facts.comments === 'line' ? `\n# ${sameCode}\n` : `\n/* ${sameCode} */\n`;
  const edits = outermost(facts.units.filter((unit) => hasLine(unit, which))).map(({ start }) => ({
    at: start,
    text: facts.comments === 'line' ? commentLines(sameCode, text.slice(0, start)) : `/* ${sameCode} */`,
  }));
  return applyEdits(text, [...edits, { at: text.length, text: end }].map(toEdit));
}

const sameCode = 'the same code';

/** V4. */
function emptyUnit(text: string, unit: CodeUnit, { comments }: SourceFacts, as: 'empty' | 'blank'): string {
  const [was, is] = [text.slice(unit.start, unit.end), unit[as]];
  if (comments === 'line') return `${commentLines(was, text.slice(0, unit.start))}${is}`;
  const comment = `/* ${was.replaceAll('*/', '* /')} */`;
  return is.startsWith('{') ? `{${comment}${is.slice(1)}` : `${comment}${is}`; // inside of the function
}

/** Only where the code starts its line: the rest of a line would be part of the comment. */
function commentLines(code: string, before: string): string {
  const indent = /[^\r\n]*$/.exec(before)?.[0] ?? '';
  if (indent.trim() !== '') return '';
  const lines = code.split(/\r\n?|\n/).map((line) => `# ${line}\n`);
  return `${lines.join('')}${indent}`;
}

export const applyMutant = (text: string, facts: SourceFacts, mutant: Mutant): string =>
  applyEdits(text, [...facts.support.empty.map(toEdit), mutant]);

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const toEdit = ({ at, text }: Insertion): Edit => ({ start: at, end: at, text });

function hasLine({ firstLine, lastLine }: CodeUnit, lines: ReadonlySet<number>): boolean {
  for (let line = firstLine; line <= lastLine; line++) if (lines.has(line)) return true;
  return false;
}

function outermost(units: readonly CodeUnit[]): readonly CodeUnit[] {
  let end = -1;
  return units
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((unit) => {
      if (unit.start < end) return false;
      end = unit.end;
      return true;
    });
}

/** The edits must not overlap. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join('');
}
