/**
 * Plans the variants of a change for the runs of a proof, as edits of the tree of the base or of the change.
 *
 *   V1. The tests concerned are the touched ones. Files that support tests belong to them.
 *   V2. An isolated variant lacks all other tests, so that the user's own command runs only these.
 *   V3. The code of an isolated change has more comments: a test that compares the source is red.
 *   V4. Emptied code comes from the change: only its touched functions and values, or all of the files that tests import.
 *   V5. If a change edits what supports tests, such as expected results, all old tests run with its old version: any of
 *       them may read it.
 */
import { matchesGlob } from '../test-guard/glob.ts';
import { type CodeTree, importedCode, importedFiles } from '../test-guard/imports.ts';
import type { ImportNames } from '../test-guard/named-imports.ts';
import type { TouchedFile } from '../test-guard/touched-file.ts';
import { type ChangeParts, hasTests, type TestTree, testPaths, unconcernedTests } from './change-parts.ts';
import { changedLines } from './changed-lines.ts';
import type { ReadOptions } from './facts.ts';
import type { RunName } from './proof-run.ts';
import { type MutatedFile, type SelectedMutant, selectMutants } from './select-mutants.ts';
import { applyMutant, commentSource, emptySource, isParsed, type SourceFacts } from './source.ts';
import type { WorkKind } from './work-kind.ts';

export type Side = 'base' | 'change';

/** A tree: all files of `from`, without `remove`, with files of the other side and with new texts. */
export interface Variant {
  readonly from: Side;
  readonly remove: readonly string[];
  /** Paths that are as on the other side. */
  readonly take: readonly string[];
  readonly write: readonly { readonly path: string; readonly text: string }[];
}

export interface VariantMutant {
  readonly variant: Variant;
  /** `file:line: was → is`. */
  readonly edit: string;
}

export interface VariantInput {
  readonly parts: ChangeParts;
  readonly base: TestTree;
  readonly change: TestTree;
  /** Texts of the change, also of untouched files that its tests import. */
  readonly texts: ReadonlyMap<string, string>;
  readonly names: ImportNames;
  readonly sources: ReadonlyMap<string, SourceFacts | null>;
  readonly kind: WorkKind | null;
  readonly isIsolated: boolean;
  readonly mutants: number;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
}

export interface Variants {
  readonly runs: Readonly<Partial<Record<RunName, Variant>>>;
  readonly mutants: readonly VariantMutant[];
  /** The lines that the mutants edit. */
  readonly mutated: readonly MutatedFile[];
  readonly emptied: ReadOptions['emptied'];
  /** Endings of changed files in languages without support. */
  readonly unsupported: readonly string[];
  /** Changed files in supported languages that could not be read. */
  readonly unreadable: readonly string[];
}

export function planVariants(input: VariantInput): Variants {
  const { parts, kind, isIsolated } = input;
  const whole = { 'whole-base': plain('base'), 'whole-change': plain('change') };
  const unsupported = unsupportedEndings(input);
  const unreadable = unreadableFiles(input);
  const none = { runs: whole, mutants: [], mutated: [], emptied: 'no-code', unsupported, unreadable } as const;
  if (kind === 'docs') return none;
  if (parts.tests.length === 0)
    return editedSupport(input).length === 0
      ? none
      : { ...none, runs: { ...whole, change: plain('change'), ...oldTestRuns(input) } };
  const change = isolatedChange(input);
  const emptied = emptiedFiles(input, 'empty');
  const mutated = mutatedFiles(input);
  const runs: Partial<Record<RunName, Variant>> = { ...whole, change, ...oldTestRuns(input) };
  if (kind === null) {
    runs.base = newTestsOnBase(input);
    if (emptied.length > 0) {
      runs.emptied = { ...change, write: emptied };
      runs.blanked = { ...change, write: emptiedFiles(input, 'blank') };
    }
    const commented = commentedFiles(input);
    if (!isIsolated && commented.length > 0) runs.commented = { ...change, write: commented };
  }
  return {
    runs,
    mutants: mutantsOf(input, change, mutated),
    mutated,
    emptied:
      unreadable.length > 0
        ? 'unreadable'
        : emptied.length > 0
          ? 'yes'
          : unsupported.length > 0
            ? 'unsupported'
            : 'no-code',
    unsupported,
    unreadable,
  };
}

const plain = (from: Side): Variant => ({ from, remove: [], take: [], write: [] });

const newPaths = (files: readonly TouchedFile[]) =>
  files.filter(({ after }) => after !== null).map(({ newPath }) => newPath);
const oldPaths = (files: readonly TouchedFile[]) =>
  files.filter(({ before }) => before !== null).map(({ path }) => path);

const isolatedChange = (input: VariantInput): Variant => ({
  ...plain('change'),
  remove: input.isIsolated ? unconcernedTests(input.change, newPaths(input.parts.tests)) : [],
  write: input.isIsolated ? commentedFiles(input) : [],
});

/** The base with the touched tests of the change, and with what supports them. */
function newTestsOnBase({ parts, base, isIsolated }: VariantInput): Variant {
  const touched = [...parts.tests, ...parts.support];
  const gone = oldPaths(touched).filter((path) => !newPaths(touched).includes(path));
  const others = isIsolated ? unconcernedTests(base, newPaths(parts.tests)) : [];
  const take = newPaths(touched);
  return { ...plain('base'), remove: [...new Set([...gone, ...others])].filter((path) => !take.includes(path)), take };
}

/** The touched tests as they were on the base, against the change, the base, and code that does nothing. */
function oldTestRuns(input: VariantInput): Partial<Record<RunName, Variant>> {
  const { parts, base, isIsolated } = input;
  const old = parts.tests.filter(({ path, before }) => hasTests(path, before));
  const isAnyConcerned = editedSupport(input).length > 0; // V5
  const isAll = !isIsolated || isAnyConcerned;
  if (old.length === 0 && !isAll) return {};
  const onChange = oldTestsOnChange({ ...input, isIsolated: !isAll });
  const onBase: Variant = {
    ...plain('base'),
    remove: isAll ? [] : unconcernedTests(base, oldPaths(old)),
  };
  const changed = old.filter(({ newPath, after }) => hasTests(newPath, after));
  const write = importedEmptied(input, isAnyConcerned ? testPaths(input.change) : newPaths(changed));
  if (write.length === 0) return { 'old-tests': onChange, 'old-tests-base': onBase };
  const isNew = ({ path, before }: TouchedFile) => !hasTests(path, before);
  const added = newPaths(parts.tests.filter(isNew));
  const isolated = isAnyConcerned ? plain('change') : isolatedChange(input);
  return {
    'old-tests': onChange,
    'old-tests-base': onBase,
    'old-tests-emptied': { ...onChange, write },
    'new-tests-emptied': { ...isolated, remove: [...isolated.remove, ...added], write },
  };
}

/** V5: files that existed on the base, except those that the approved plan changes. */
const editedSupport = ({ parts, changes = [] }: VariantInput): readonly TouchedFile[] =>
  parts.support.filter(({ path, before }) => before !== null && !matchesGlob(path, changes));

/** New tests are left out; touched tests and their support are as on the base. */
function oldTestsOnChange(input: VariantInput): Variant {
  const { parts, change, isIsolated } = input;
  const take = oldPaths([...parts.tests, ...editedSupport(input)]);
  const added = newPaths(parts.tests).filter((path) => !take.includes(path));
  const others = isIsolated ? unconcernedTests(change, newPaths(parts.tests)) : [];
  return { ...plain('change'), remove: [...added, ...others.filter((path) => !take.includes(path))], take };
}

/** V3. */
function commentedFiles({ parts, sources }: VariantInput) {
  return parts.product.flatMap(({ newPath, before, after }) => {
    const facts = sources.get(newPath);
    if (!facts || after === null) return [];
    return [{ path: newPath, text: commentSource(after, facts, changedLines(before, after).touched) }];
  });
}

/** V4: the touched functions and values of the change. */
function emptiedFiles({ parts, sources }: VariantInput, as: 'empty' | 'blank') {
  return parts.product.flatMap(({ newPath, before, after }) => {
    const facts = sources.get(newPath);
    if (!facts || after === null) return [];
    const text = emptySource(after, facts, changedLines(before, after).touched, as);
    return text === after ? [] : [{ path: newPath, text }];
  });
}

/** Tests and code of the change in one tree. */
const codeOf = ({ change, texts, names }: VariantInput): CodeTree => ({
  paths: change.paths,
  texts: new Map([...change.texts, ...texts]),
  names,
});

/** V4: everything in the files that these tests import, also through others. */
function importedEmptied(input: VariantInput, tests: readonly string[]) {
  const { change, texts, sources } = input;
  return importedCode(tests, codeOf(input)).flatMap((path) => {
    const [facts, text] = [sources.get(path), texts.get(path)];
    if (!facts || text === undefined || change.texts.has(path)) return [];
    const emptied = emptySource(text, facts, 'all', 'empty');
    return emptied === text ? [] : [{ path, text: emptied }];
  });
}

const mutatedFiles = (input: VariantInput): readonly MutatedFile[] =>
  mutatedLines(input).flatMap(({ path, lines }) => {
    const facts = input.sources.get(path);
    return facts ? [{ path, facts, lines }] : [];
  });

function mutantsOf(
  { sources, texts, mutants }: VariantInput,
  change: Variant,
  files: readonly MutatedFile[],
): readonly VariantMutant[] {
  return selectMutants(files, mutants).flatMap((mutant) => {
    const { path } = mutant;
    const facts = sources.get(path);
    if (!facts) return [];
    const write = [{ path, text: applyMutant(texts.get(path) ?? '', facts, mutant) }];
    return [{ variant: { ...change, write }, edit: editText(mutant) }];
  });
}

export const editText = ({ path, line, was, text }: SelectedMutant): string =>
  `${path}:${line}: ${shortCode(was)} → ${shortCode(text)}`;

/** Added lines of the product; for work on tests, all lines of the code that the tests import. */
function mutatedLines(input: VariantInput) {
  const { parts, texts, kind } = input;
  if (kind === 'tests')
    return testedCode(input).map((path) => ({
      path,
      lines: new Set((texts.get(path) ?? '').split('\n').map((_, at) => at + 1)),
    }));
  const used = usedByTests(input);
  const tested = parts.product.filter(({ newPath }) => used(newPath));
  return (tested.length > 0 ? tested : parts.product).map(({ newPath, before, after }) => ({
    path: newPath,
    lines: changedLines(before, after ?? '').added,
  }));
}

/** The files that the touched tests import. If these only pass on the code of others, those that they import. */
function testedCode(input: VariantInput): readonly string[] {
  const { parts, change, texts, sources, names } = input;
  const hasCode = (path: string) => !change.texts.has(path) && (sources.get(path)?.mutants.length ?? 0) > 0;
  const direct = newPaths(parts.tests).flatMap((path) =>
    importedFiles(path, texts.get(path) ?? '', change.paths, names),
  );
  const named = [...new Set(direct)].filter(hasCode);
  return named.length > 0 ? named : importedCode(newPaths(parts.tests), codeOf(input)).filter(hasCode);
}

/** Files that the touched tests import, directly or through others, or name: no other edit can be noticed by them. */
function usedByTests(input: VariantInput): (path: string) => boolean {
  const tests = newPaths(input.parts.tests);
  const code = codeOf(input);
  const used = new Set(importedCode(tests, code));
  const isNamed = (path: string) =>
    tests.some((one) => code.texts.get(one)?.includes(path.slice(path.lastIndexOf('/') + 1)));
  return (path) => used.has(path) || isNamed(path);
}

const maxShown = 40;
const shortCode = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
};

const unreadableFiles = ({ parts, sources }: VariantInput): readonly string[] =>
  parts.product.map(({ newPath }) => newPath).filter((path) => isParsed(path) && !sources.get(path));

const unsupportedEndings = ({ parts }: VariantInput): readonly string[] => [
  ...new Set(
    parts.product
      .filter(({ newPath }) => !isParsed(newPath))
      .map(({ newPath }) => newPath.slice(newPath.lastIndexOf('.'))),
  ),
];

/** Files that are not read yet, and whose functions are needed: the product of the change, and what its tests import. */
export function unreadCode(
  { tests, product, support }: ChangeParts,
  tree: TestTree,
  code: CodeTree,
): readonly string[] {
  const isAnyConcerned = support.some(({ before }) => before !== null); // V5
  const imported = importedCode(isAnyConcerned ? testPaths(tree) : newPaths(tests), code);
  return [...new Set([...newPaths(product), ...imported])].filter((path) => !code.texts.has(path));
}
