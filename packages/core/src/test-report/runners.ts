/** Lists the known test runners: how the harness asks each one for its tests without an edit of the command, and reads them. */
import type { printedByRunner } from './printed.ts';
import {
  type ReportFolders,
  type ReportReading,
  readJsonReport,
  readJunitReport,
  readLineReport,
  type TestRunner,
  testRunners,
} from './results.ts';

/** Absolute paths of the files that the harness provides for one check. */
export interface ReportPlaces {
  /** A file that every process of Node loads first. */
  readonly preload: string;
  /** The folder in which runners write their reports. */
  readonly reports: string;
}

/** Options that are appended to a variable of the environment. */
interface RunnerOptions {
  readonly variable: 'NODE_OPTIONS' | 'PYTEST_ADDOPTS' | 'GOFLAGS';
  readonly options: string;
}

interface RunnerRow {
  /** `null` if it prints its tests without being asked. */
  readonly ask: ((places: ReportPlaces) => RunnerOptions) | null;
  /** Reads a report file whose name starts with the name of the runner; `null` if it writes none. */
  readonly read: ((text: string, folders: ReportFolders) => ReportReading) | null;
  /** Whether its report exists, empty, from its start: without one it was not asked. */
  readonly isMarked: boolean;
  /** The format of its printed tests, if no other runner uses it. */
  readonly printed: keyof typeof printedByRunner | null;
  /** Words of a command that starts it. */
  readonly command: RegExp;
  /** Lines that it prints in most modes. */
  readonly output: RegExp;
}

/** The file decides by the program that the process runs, so it is the same for all runners of Node. */
const askByPreload = ({ preload }: ReportPlaces): RunnerOptions => ({
  variable: 'NODE_OPTIONS',
  options: preloadOption(preload),
});

/** Node reads `\` and `"` in its variable as JSON does. The preload file removes exactly this text. */
export const preloadOption = (preload: string): string =>
  `--require=${/[\s"\\]/.test(preload) ? JSON.stringify(preload) : preload}`;

/** The harness moves this file away when it appears, because each process of pytest writes the same one. */
export const pytestReport = 'pytest.xml';

/** With `-v` it prints, even with `-q`, the folder to which its paths are relative. */
const askPytest = ({ reports }: ReportPlaces): RunnerOptions => ({
  variable: 'PYTEST_ADDOPTS',
  options: `${quoteWord(`--junitxml=${reports}/${pytestReport}`)} -o junit_family=xunit1 -v`,
});

export const runnerTable: { readonly [Runner in TestRunner]: RunnerRow } = {
  node: {
    ask: askByPreload,
    read: readLineReport,
    isMarked: true,
    printed: null,
    command: /\bnode\b.*\s--test\b/,
    output: /^(?:TAP version \d|[ℹ#] tests \d)/m,
  },
  vitest: {
    ask: askByPreload,
    read: readJsonReport,
    isMarked: true,
    printed: null,
    command: /\bvitest\b/,
    output: /^[ \t]*RUN {1,4}v\d/m,
  },
  jest: {
    ask: askByPreload,
    read: readJsonReport,
    isMarked: true,
    printed: null,
    command: /\bjest\b/,
    output: /^Test Suites: {1,4}\d/m,
  },
  pytest: {
    ask: askPytest,
    read: readJunitReport,
    isMarked: false,
    printed: 'pytest',
    command: /\b(?:pytest|py\.test)\b/,
    output: /^=+ test session starts =+$/m,
  },
  /**
   * Started by a program of the harness that adds `-json`, because `GOFLAGS=-json` also changes `go list` and `go vet`. The
   * variable lists the tests of a go that is started by its path.
   */
  go: {
    ask: () => ({ variable: 'GOFLAGS', options: '-v' }),
    read: readLineReport,
    isMarked: true,
    printed: 'go',
    command: /\bgo\s+test\b/,
    output: /^(?:=== RUN {1,4}Test|(?:ok|FAIL) *\t\S)/m,
  },
  /** Asked for TAP: in its default format, the name of a failed test is followed by a message. */
  ava: {
    ask: askByPreload,
    read: null,
    isMarked: false,
    printed: null,
    command: /\bava\b/,
    output: /^ *\d+ tests? passed$/m,
  },
  mocha: {
    ask: null,
    read: null,
    isMarked: false,
    printed: 'mocha',
    command: /\bmocha\b/,
    output: /^ +\d+ passing \(/m,
  },
  cargo: {
    ask: null,
    read: null,
    isMarked: false,
    printed: 'cargo',
    command: /\bcargo\s+test\b/,
    output: /^test result: /m,
  },
  unittest: {
    ask: null,
    read: null,
    isMarked: false,
    printed: 'unittest',
    command: /\bunittest\b/,
    output: /^Ran \d+ tests? in [\d.]+s$/m,
  },
};

/** Variables that ask the runners of a command for reports. They keep the options that it has already. */
export function reportVariables(
  places: ReportPlaces,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const asked = testRunners.flatMap((runner) => runnerTable[runner].ask?.(places) ?? []);
  const variables = new Set(asked.map(({ variable }) => variable));
  const optionsOf = (name: string) => asked.filter(({ variable }) => variable === name).map(({ options }) => options);
  return Object.fromEntries(
    [...variables].map((name) => [name, [environment[name] ?? '', ...new Set(optionsOf(name))].join(' ').trim()]),
  );
}

/** The runner that a command names or that its output shows; the command is more reliable. */
export const recogniseRunner = (command: string, output: string): TestRunner | null =>
  testRunners.find((runner) => runnerTable[runner].command.test(command)) ??
  testRunners.find((runner) => runnerTable[runner].output.test(output)) ??
  null;

/** The runner that writes a report file of this name; `null` for any other file. */
export const runnerOfReport = (name: string): TestRunner | null =>
  testRunners.find((runner) => runnerTable[runner].read !== null && new RegExp(`^${runner}[-.]`).test(name)) ?? null;

/** Pytest splits its variable as a POSIX shell does, but knows no `$'…'`. */
const quoteWord = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
