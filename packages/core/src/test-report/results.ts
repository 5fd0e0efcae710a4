/**
 * Reads the result of each test from the report of a runner, or from its output. All of it is hostile input: it was
 * written by processes that run the code of the change.
 *
 *   R1. A report that cannot be read is `broken`, never a part of it.
 *   R2. A runner creates its report when it starts. A report without an end is `unfinished`: the runner ended early.
 *   R3. A row for a file is no test (N2): a file that ended before its tests ran has no test here.
 *   R4. Printed tests count only if there are as many as the runner counts at its end; else single tests are unknown.
 */
import * as z from 'zod';
import { isWithin } from '../sandbox/layers.ts';
import { parseJson } from '../text/json.ts';
import { executedTests, type TestStatus, testStatuses } from './count.ts';
import { isWholeJunit, type JunitCase, readJunitCases } from './junit.ts';
import { isFileName } from './names.ts';
import { type PrintedTest, readPrintedTests } from './printed.ts';
import { readReport } from './read.ts';

/** The known runners; `runners.ts` has one row for each. */
export const testRunners = ['node', 'vitest', 'jest', 'pytest', 'go', 'ava', 'mocha', 'cargo', 'unittest'] as const;
export type TestRunner = (typeof testRunners)[number];

export interface TestResult {
  /** Suites and test, joined with ` > `. */
  readonly name: string;
  readonly is: TestStatus;
  /** Relative to the folder of the command if it lies in it; absent if unknown. */
  readonly file?: string;
}

export interface TestResults {
  /** By the runner's own report, else read from its output. */
  readonly isReported: boolean;
  /** `null` if no known runner was recognised, or one that finished was not asked for its report. */
  readonly runner: TestRunner | null;
  /** `null` if single tests are unknown. For a runner that writes reports: its report is broken, or missing. */
  readonly tests: readonly TestResult[] | null;
}

export type ReportReading = readonly TestResult[] | 'broken' | 'unfinished';

/** Absolute paths. */
export interface ReportFolders {
  readonly command: string;
  /** Relative paths of the report start here; `null` if unknown. */
  readonly paths: string | null;
}

export const maxTests = 100_000;
const maxNameChars = 300;

const reportLine = z.union([
  z.strictObject({ end: z.literal(true) }),
  z.strictObject({
    suites: z.array(z.string()),
    name: z.string(),
    file: z.string().optional(),
    is: z.enum(testStatuses),
  }),
]);

/** One JSON document per line, as the programs of the harness for node and go write them. */
export function readLineReport(text: string, folders: ReportFolders): ReportReading {
  if (text === '') return 'unfinished';
  const lines = text.split('\n');
  if (lines.pop() !== '') return 'broken'; // the last line is incomplete
  const rows = lines.map((line) => reportLine.safeParse(parseJson(line)));
  const tests: TestResult[] = [];
  for (const [at, { data }] of rows.entries()) {
    if (data === undefined || ('end' in data && at < rows.length - 1)) return 'broken';
    if ('end' in data) return tests;
    if (!isFileRow(data)) tests.push(createResult([...data.suites, data.name], data.is, data.file, folders));
  }
  return 'unfinished';
}

/** R3. Some versions name the file by its relative path. */
const isFileRow = ({ suites, name, file }: { suites: readonly string[]; name: string; file?: string | undefined }) =>
  suites.length === 0 && (name === file || (isFileName(name) && (file === undefined || file.endsWith(`/${name}`))));

const jsonStatuses: ReadonlyMap<string, TestStatus> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
  ['todo', 'skipped'],
  ['disabled', 'skipped'],
]);

const jsonReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string().transform((status) => jsonStatuses.get(status)),
        }),
      ),
    }),
  ),
});

/** The JSON of jest, which vitest writes, too. */
export function readJsonReport(text: string, folders: ReportFolders): ReportReading {
  if (text === '') return 'unfinished';
  const { data } = jsonReport.safeParse(parseJson(text));
  if (data === undefined) return 'broken';
  const tests: TestResult[] = [];
  for (const { name: file, assertionResults } of data.testResults)
    for (const { ancestorTitles, title, status } of assertionResults) {
      if (status === undefined) return 'broken';
      tests.push(createResult([...ancestorTitles, title], status, file, folders));
    }
  return tests;
}

export function readJunitReport(text: string, folders: ReportFolders): ReportReading {
  if (text === '') return 'unfinished';
  const cases = isWholeJunit(text) ? readJunitCases(text) : null;
  if (cases === null) return 'broken';
  return cases
    .filter(({ isCollection }) => !isCollection) // R3
    .map((one) => createResult([...suitesOf(one), one.name], one.is, fileOf(one), folders));
}

/** Some runners put the file into `classname`. */
const fileOf = ({ file, className }: JunitCase) => file ?? (isFileName(className) ? className : undefined);

/** The class of pytest starts with the name of its module: `tests.test_sum.TestSum` in `tests/test_sum.py`. */
function suitesOf({ file = '', className }: JunitCase): readonly string[] {
  if (isFileName(className)) return [];
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  if (file.endsWith('.py') && `${className}.`.startsWith(`${module}.`))
    return className.slice(module.length + 1).split('.');
  return [className];
}

/** `null` if single tests are unknown (R4). */
export function readPrintedResults(output: string): readonly TestResult[] | null {
  const printed = readPrintedTests(output);
  const count = readReport(output);
  if (count === null) return null; // it ended before its summary
  const planned = [...output.matchAll(/^1\.\.(\d+)/gm)].reduce((sum, [, tests]) => sum + Number(tests), 0);
  const isComplete = printed.length >= Math.max(executedTests(count), planned); // with rows for files and open work
  return isComplete ? printedResults(printed) : null;
}

export const printedResults = (tests: readonly PrintedTest[]): readonly TestResult[] =>
  tests
    .filter(({ title }) => title !== '' && !isFileName(title))
    .map(({ title, suites, is }) => ({ name: nameOf([...suites, title]), is }));

function createResult(
  names: readonly string[],
  is: TestStatus,
  file: string | undefined,
  folders: ReportFolders,
): TestResult {
  const name = nameOf(names);
  const path = file === undefined ? null : pathInside(file, folders);
  return path === null ? { name, is } : { name, is, file: path };
}

/** A pair of characters that stands for one is not cut in two. */
const nameOf = (names: readonly string[]): string =>
  names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join(' > ')
    .slice(0, maxNameChars)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** `null` if unknown. */
function pathInside(file: string, { command, paths }: ReportFolders): string | null {
  if (!file.startsWith('/') && paths === null) return null;
  const path = file.startsWith('/') ? file : `${paths}/${file}`;
  return isWithin(command, path) && path !== command ? path.slice(command.length + 1) : path;
}
