/**
 * Reads the names of executed tests from the output or report of a runner. Skipped tests were not executed.
 *
 *   N1. `tests` are names of single tests; `files` are names of test files or packages, for runners that print no more.
 *   N2. Node lists a file that ends without a test as one passing test with the name of the file: that is no test.
 *   N3. Numbers in names are replaced, because durations, ports and seeds differ in each run.
 *   N4. Tests with the same name are listed once each, so that a loss of one of them is seen.
 */
import { isJunit } from './junit.ts';
import { readPrintedTests } from './printed.ts';

export interface TestNames {
  readonly tests: readonly string[];
  readonly files: readonly string[];
  /** Whether the format lists single tests, so that an empty list means that none was executed. */
  readonly isListed: boolean;
}

type Lines = readonly (string | undefined)[];

export function readTestNames(output: string): TestNames {
  const text = output.replaceAll('\r\n', '\n');
  const executed = readPrintedTests(text).filter(({ is }) => is !== 'skipped');
  const tests = executed.map(({ title }) => normalName(title));
  const files = Object.values(fileReaders)
    .flatMap((read) => read(text))
    .flatMap((name) => (name ? [baseName(name)] : []));
  return {
    tests: tests.filter((name) => name !== '' && !isFileName(name)).sort(),
    files: [...new Set(files)].sort(),
    isListed: tests.length > 0 || isTestList(text),
  };
}

/** Whether the output has a format that lists each test, even if it lists none. */
const isTestList = (text: string): boolean => /^(?:TAP version \d|[ℹ#] tests \d|1\.\.\d)/m.test(text) || isJunit(text);

const fileReaders = {
  vitest: (text) => namesIn(text, /^[ \t]*[✓❯×] (?:\|[^|\n]*\| )?(\S+) \(\d+ tests?\b[^\n]*$/gm),
  jest: (text) => namesIn(text, /^(?:PASS|FAIL) (?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/gm),
  pytest: (text) => namesIn(text, /^(\S+\.py) [.FEXx]+/gm),
  go: (text) => namesIn(text, /^(?:ok|FAIL) *\t(\S+)/gm),
} as const satisfies Record<string, (text: string) => Lines>;

const namesIn = (text: string, pattern: RegExp): Lines => [...text.matchAll(pattern)].map(([, name]) => name);

/** N3. Also used for the text of test files, so that a name can be found there. */
export const normalName = (text = ''): string =>
  text
    .replace(/\b[0-9a-f]{8,}\b|\d+(?:[.,]\d+)*/gi, '#')
    .replace(/\\(['"`\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** N2. */
export const isFileName = (name: string) => /^\S*\.(?:[cm]?[jt]sx?)$/.test(name);
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
