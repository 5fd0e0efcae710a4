/**
 * Reads the names of executed tests from the output or report of a runner. Skipped tests were not executed.
 *
 *   N1. `tests` are names of single tests; `files` are names of test files or packages, for runners that print no more.
 *   N2. Node lists a file that ends without a test as one passing test with the name of the file: that is no test.
 *   N3. Numbers in names are replaced, because durations, ports and seeds differ in each run.
 *   N4. Tests with the same name are listed once each, so that a loss of one of them is seen.
 */
export interface TestNames {
  readonly tests: readonly string[];
  readonly files: readonly string[];
  /** Whether the format lists single tests, so that an empty list means that none was executed. */
  readonly isListed: boolean;
}

type Lines = readonly (string | undefined)[];

export function readTestNames(output: string): TestNames {
  const text = output.replaceAll('\r\n', '\n').replace(/^[^\S\n]*✖ failing tests:[\s\S]*/m, '');
  const all = Object.values(testReaders).flatMap((read) => read(text));
  const tests = all.filter((name) => name !== undefined).map(normalName);
  const files = Object.values(fileReaders)
    .flatMap((read) => read(text))
    .flatMap((name) => (name ? [baseName(name)] : []));
  return {
    tests: tests.filter((name) => name !== '' && !isFileName(name)).sort(),
    files: [...new Set(files)].sort(),
    isListed:
      tests.length > 0 || /^(?:TAP version \d|[ℹ#] tests \d|1\.\.\d)/m.test(text) || /<testsuites?[\s>/]/.test(text),
  };
}

const testReaders = {
  TAP: (text) =>
    /^\s*1\.\.\d+/m.test(text) ? namesIn(text, /^\s*(?:not )?ok \d+(?: -)? ([^\n]*)$/gm).map(unlessSkipped) : [],
  /** Node, mocha, and jest and vitest with a verbose reporter: `✔ adds (1.2ms)`, `✓ src/a.test.ts > adds 3ms`. */
  'marked lines': (text) =>
    namesIn(text, /^\s*[✔✖✓✗×√] ([^\n]*)$/gm).map((line = '') =>
      fileSummary.test(line) ? undefined : markedName(line),
    ),
  JUnit: (text) => junitCases(text),
  pytest: (text) => namesIn(text, /^\S+\.py::(\S+(?: \S+)*?) (?:PASSED|FAILED|ERROR|XPASS)/gm),
  unittest: (text) => namesIn(text, /^(test\w*) \([\w.]+\)(?:\n[^\n]*)? \.\.\. (?:ok|FAIL|ERROR)$/gm),
  go: (text) => namesIn(text, /^\s*--- (?:PASS|FAIL): (\S+)/gm),
  cargo: (text) => namesIn(text, /^test (\S+)(?: - should panic)? \.\.\. (?:ok|FAILED)$/gm),
} as const satisfies Record<string, (text: string) => Lines>;

const fileReaders = {
  vitest: (text) => namesIn(text, /^\s*[✓❯×] (?:\|[^|\n]*\| )?(\S+) \(\d+ tests?\b[^\n]*$/gm),
  jest: (text) => namesIn(text, /^(?:PASS|FAIL) (?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/gm),
  pytest: (text) => namesIn(text, /^(\S+\.py) [.FEXx]+/gm),
  go: (text) => namesIn(text, /^(?:ok|FAIL) *\t(\S+)/gm),
} as const satisfies Record<string, (text: string) => Lines>;

const namesIn = (text: string, pattern: RegExp): Lines => [...text.matchAll(pattern)].map(([, name]) => name);

const unlessSkipped = (name = '') => (/(?:^|\s)#\s*(?:skip|todo)/i.test(name) ? undefined : name);

/** `src/a.test.ts (2 tests) 3ms`. */
const fileSummary = /\(\d+ tests?\b/;

/** Without the duration and the file. */
function markedName(line: string): string | undefined {
  const name = line.replace(/ \(?[\d.]+ ?m?s\)?$/, '').replace(/^\S+\.\w+ > /, '');
  return unlessSkipped(name);
}

function junitCases(text: string): Lines {
  const cases = text.split(/<testcase\b/).slice(1);
  return cases
    .filter((each) => !/<skipped\b/.test(each))
    .map((each) => /\bname=(?:"([^"]*)"|'([^']*)')/.exec(each))
    .map((found) => decodeEntities(found?.[1] ?? found?.[2] ?? ''));
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};
const decodeEntities = (text: string) => text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? '');

/** N3. Also used for the text of test files, so that a name can be found there. */
export const normalName = (text = ''): string =>
  text
    .replace(/\b[0-9a-f]{8,}\b|\d+(?:[.,]\d+)*/gi, '#')
    .replace(/\\(['"`\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

const isFileName = (name: string) => /^\S*\.(?:[cm]?[jt]sx?)$/.test(name);
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
