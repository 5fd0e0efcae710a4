/**
 * Finds source files that belong to the checks and not to the product: assertion helpers, set-up files, fake objects.
 *
 *   H1. A helper is imported by tests, scripts of a check, or other helpers, and by no file of the product.
 *   H2. Its name says so, or its text contains assertions. Without either, a file that only tests import is product code
 *       that no other file needs yet.
 *   H3. A file among the tests that has no test itself is a helper if a test imports it.
 *   H4. An entry point of the package is product code.
 *   H5. A file that the settings of a test runner load is a helper, unless the product imports it.
 */
import { parseJson } from '../text/json.ts';
import { importedFiles } from './imports.ts';

const helperName =
  /(?:^|[/._-])(?:tests?|testing|specs?|fixtures?|mocks?|__mocks__|stubs?|fakes?|asserts?|assertions?|expect\w*|helpers?|support|setup|matchers?|checks?|checkers?|e2e)(?:[/._-]|$)/i;
/** Imports of assertion libraries, assertions, and functions such as `sameList` that throw. */
const assertions =
  /\b(?:assert\w*|expect)!?\s*[.(]|^[ \t]*assert\b|\bAssertionError\b|["'](?:node:)?(?:assert(?:\/strict)?|test|vitest|chai|should|@jest\/\w+)["']|\b(?:pytest|unittest)\b/m;
const throwing =
  /\b(?:assert|expect|same|equals?|ensure|must|should|verify)\w*[ \t]*(?:=|\()[\s\S]*\b(?:throw|raise|panic!?)\b/;

export interface SourceTree {
  readonly paths: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  /** Tests, scripts and settings that are part of the checks by themselves. */
  isCheckFile(path: string): boolean;
  /** Files that the settings of a test runner load. */
  readonly loaded: ReadonlySet<string>;
}

/** Whether a file could be a helper by H2; only then the importers must be known. */
export const looksLikeHelper = (path: string, text: string): boolean => {
  const name = path.replace(/([a-z])([A-Z])/g, '$1-$2');
  return helperName.test(name) || assertions.test(text) || throwing.test(text);
};

/** The files of `candidates` that are helpers. `texts` must contain every source file of the base. */
export function findCheckHelpers(candidates: readonly string[], tree: SourceTree): ReadonlySet<string> {
  const importers = importersOf(tree);
  const entries = entryPoints(tree.texts.get('package.json') ?? '');
  const isPart = (path: string, seen: readonly string[]): boolean => {
    if (tree.isCheckFile(path) || seen.includes(path)) return true;
    const text = tree.texts.get(path) ?? '';
    const isLoaded = tree.loaded.has(path);
    if (entries.some((entry) => entry === path) || !(isLoaded || looksLikeHelper(path, text))) return false;
    const found = importers.get(path) ?? [];
    return (isLoaded || found.length > 0) && found.every((each) => isPart(each, [...seen, path]));
  };
  // A file among the tests is a check file by itself; it is a helper only if another one imports it.
  const isImported = (path: string) => tree.loaded.has(path) || (importers.get(path) ?? []).length > 0;
  return new Set(candidates.filter((path) => isImported(path) && isPart(path, [])));
}

function importersOf({ texts, paths }: SourceTree): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const target of importedFiles(path, text, paths))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  return importers;
}

/** Paths in `main`, `module`, `bin`, `browser` and `exports`. */
export function entryPoints(manifest: string): readonly string[] {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value.replace(/^\.\//, ''));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const document = (parseJson(manifest) ?? {}) as Readonly<Record<string, unknown>>;
  for (const key of ['main', 'module', 'bin', 'browser', 'exports']) collect(document[key]);
  return found;
}
