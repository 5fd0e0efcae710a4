/**
 * Divides the files of a change into tests, what tests need, documents and product.
 *
 *   C1. A test file matches the globs of test files. It has tests if its text has some; else it supports tests.
 *   C2. A file in a folder of tests that is no code, such as a snapshot, supports tests.
 *   C3. A document is read by people only. A list of packages is no document, whatever its ending; a plain text is one at
 *       the root and in a folder of documents, because elsewhere the product may read it.
 */
import { countTests } from '../test-guard/count-tests.ts';
import { isSourceFile } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';
import { importedFiles } from '../test-guard/imports.ts';
import type { TouchedFile } from '../test-guard/touched-file.ts';
import { changedLines } from './changed-lines.ts';

const testFolder = /(?:^|\/)(?:tests?|specs?|__tests__|__snapshots__|__fixtures__|fixtures|testdata|e2e)\//;
const documentEnding = /\.(?:md|markdown|rst|adoc|asciidoc)$/i;
const documentText = /^(?:[^/]*|(?:.*\/)?(?:docs?|documentation|man)\/.*)\.(?:txt|org)$/i;
const documentName = /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CONTRIBUTING|README|COPYING)(?:\.\w+)?$/i;
const documentImage = /^docs?\/.*\.(?:png|jpe?g|gif|svg|webp)$/i;
const namesPackages = /(?:^|\/)(?:requirements[\w.-]*|constraints[\w.-]*|CMakeLists|robots|runtime)\.txt$/i;

const isDocument = (path: string): boolean =>
  !namesPackages.test(path) &&
  [documentEnding, documentText, documentName, documentImage].some((pattern) => pattern.test(path));

/** A text file beside tests is what they read; a page is for people. */
const isPage = (path: string): boolean => documentEnding.test(path) || documentName.test(path);

/** A script with assertions only is a test too. */
export function hasTests(path: string, text: string | null | undefined): boolean {
  const counts = text === null || text === undefined ? null : countTests(path, text);
  return counts !== null && counts.tests + counts.assertions > 0;
}

export interface ChangeParts {
  /** Touched test files, by the name that each side has. */
  readonly tests: readonly TouchedFile[];
  /** Touched files that support tests. */
  readonly support: readonly TouchedFile[];
  /** Touched code of the product that still exists. */
  readonly product: readonly TouchedFile[];
  /** Names of touched files that are no documents. */
  readonly others: readonly string[];
  /** Names of touched files that support tests, such as expected results. A page for people is none. */
  readonly data: readonly string[];
}

export function changeParts(touched: readonly TouchedFile[], testFiles: readonly string[]): ChangeParts {
  const isTestPath = (path: string) => matchesGlob(path, testFiles);
  const isTest = ({ path, newPath, before, after }: TouchedFile) =>
    (after !== null && isTestPath(newPath) && hasTests(newPath, after)) ||
    (before !== null && isTestPath(path) && hasTests(path, before));
  const isSupport = (file: TouchedFile) =>
    !isTest(file) && (isTestPath(file.newPath) || (testFolder.test(file.newPath) && !isSourceFile(file.newPath)));
  const product = touched.filter((file) => !isTest(file) && !isSupport(file));
  return {
    tests: touched.filter(isTest),
    support: touched.filter(isSupport),
    product: product.filter(({ newPath, after }) => after !== null && isSourceFile(newPath)),
    others: touched.filter((file) => !isDocument(file.newPath) && !isSupport(file)).map(({ newPath }) => newPath),
    data: touched.filter((file) => isSupport(file) && !isPage(file.newPath)).map(({ newPath }) => newPath),
  };
}

/** Variables of test runners, objects that they add, and the question whether one of them is loaded. */
const runnerTraces =
  /\b(?:NODE_TEST_\w+|VITEST\w*|__vitest\w*|import\.meta\.vitest|JEST_\w+|PYTEST_\w+)\b|['"](?:pytest|_pytest|unittest)['"]\s+(?:not\s+)?in\s+sys\.modules\b|\bsys\.modules\s*(?:\.get\(|\[)\s*['"]_?pytest\b|\btesting\.Testing\(|\bflag\.Lookup\("test\./;

/** Added lines of the product that ask whether a test runner runs it, as `file:line: text`. */
export const readsRunner = ({ product }: Pick<ChangeParts, 'product'>): readonly string[] =>
  product.flatMap(({ newPath, before, after }) => {
    const { added } = changedLines(before, after ?? '');
    const lines = (after ?? '').split('\n');
    return lines.flatMap((line, at) =>
      added.has(at + 1) && runnerTraces.test(line) ? [`${newPath}:${at + 1}: ${line.trim().slice(0, 80)}`] : [],
    );
  });

/** The files of one side, with the texts of its test files. */
export interface TestTree {
  readonly paths: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Files of a tree that have tests. */
export const testPaths = ({ texts }: TestTree): readonly string[] =>
  [...texts].filter(([path, text]) => hasTests(path, text)).map(([path]) => path);

/** Test files that the tests concerned do not need, which an isolated run leaves out. */
export function unconcernedTests(tree: TestTree, concerned: readonly string[]): readonly string[] {
  const { paths, texts } = tree;
  const tests = testPaths(tree);
  const needed = new Set<string>();
  const support = [...texts.keys()].filter((path) => !tests.includes(path));
  for (let open = [...concerned, ...support]; open.length > 0; ) {
    for (const path of open) needed.add(path);
    open = open
      .flatMap((path) => importedFiles(path, texts.get(path) ?? '', paths))
      .filter((path) => !needed.has(path) && texts.has(path));
  }
  return tests.filter((path) => !needed.has(path));
}
