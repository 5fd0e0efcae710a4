/**
 * Reads single tests with their results from the output of a runner.
 *
 *   L1. The title is the test's own name, or `suite > test` if the runner prints both on one line.
 *   L2. Suites are known only if the runner prints them as lines around their tests.
 */
import type { TestStatus } from './count.ts';
import { readJunitCases } from './junit.ts';

export interface PrintedTest {
  readonly title: string;
  readonly suites: readonly string[];
  readonly is: TestStatus;
}

type Read = (text: string) => readonly PrintedTest[];

/** Formats whose lines belong to one runner only. */
export const printedByRunner = {
  pytest: (text) => matches(text, /^[^\s:]+\.py::(\S+(?: \S+)*?) (PASSED|FAILED|ERROR|XPASS|SKIPPED|XFAIL)/gm),
  unittest: (text) =>
    [...text.matchAll(unittestLine)].map(([, title = '', path = '', word = '']) => ({
      ...printedTest(title, word),
      suites: path
        .split('.')
        .filter((name) => name !== title)
        .slice(-1), // `module.Class.test`, or without the test
    })),
  go: (text) =>
    [...text.matchAll(/^[ \t]*--- (PASS|FAIL|SKIP): (\S+)/gm)].map(([, word = '', name = '']) =>
      printedTest(name, word),
    ),
  cargo: (text) => matches(text, /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm),
  mocha: (text) => splitMocha(text).mocha.flatMap(readMocha),
} as const satisfies Record<string, Read>;

/** Formats that several runners share. */
const shared = {
  TAP: (text) =>
    /^[ \t]*1\.\.\d+/m.test(text)
      ? [...text.matchAll(/^[ \t]*(not )?ok \d+(?: -)? ([^\n]*)$/gm)].map(([, not, line = '']) =>
          readTapLine(line, not),
        )
      : [],
  /** Node, ava, and jest and vitest with a verbose reporter: `✔ adds (1.2ms)`, `✓ src/a.test.ts > adds 3ms`. */
  'marked lines': (text) => [...splitMocha(text).rest.matchAll(markedLine)].flatMap(readMarkedLine),
  JUnit: (text) => (readJunitCases(text) ?? []).map(({ name, is }) => ({ title: name, suites: [], is })),
} as const satisfies Record<string, Read>;

export function readPrintedTests(output: string): readonly PrintedTest[] {
  const text = prepare(output);
  return [...Object.values(shared), ...Object.values(printedByRunner)].flatMap((read: Read) => read(text));
}

/** Only the lines that no other runner prints. */
export const readTestsPrintedBy = (runner: keyof typeof printedByRunner, output: string): readonly PrintedTest[] =>
  printedByRunner[runner](prepare(output));

/** Node prints failed tests a second time at the end. */
const prepare = (output: string) => output.replaceAll('\r\n', '\n').replace(/^[^\S\n]*✖ failing tests:[\s\S]*/m, '');

const unittestLine = /^(test\w*) \(([\w.]+)\)(?:\n[^\n]*)? \.\.\. (ok|FAIL|ERROR|skipped|expected|unexpected)\b/gm;

/** Each runner's words; a word that is not here means that the test did not run. */
const statusWords: Readonly<Record<string, TestStatus>> = {
  PASSED: 'passed',
  XPASS: 'passed',
  PASS: 'passed',
  ok: 'passed',
  expected: 'passed', // a failure
  FAILED: 'failed',
  ERROR: 'failed',
  FAIL: 'failed',
  unexpected: 'failed', // a success
};

const printedTest = (title: string, word: string): PrintedTest => ({
  title,
  suites: [],
  is: statusWords[word] ?? 'skipped',
});

const matches = (text: string, pattern: RegExp): readonly PrintedTest[] =>
  [...text.matchAll(pattern)].map(([, title = '', word = '']) => printedTest(title, word));

const directive = /(?:^|\s)#\s*(?:skip|todo).*$/i;

function readTapLine(line: string, not: string | undefined): PrintedTest {
  const title = line
    .replace(directive, '')
    .replace(/\\([\\#])/g, '$1')
    .trim();
  return { title, suites: [], is: directive.test(line) ? 'skipped' : not === undefined ? 'passed' : 'failed' };
}

const markedLine = /^[ \t]*([✔✓√✖✗×✕✘﹣↓○✎]) ([^\n]*)$/gm;

const isFailureMark = (mark: string) => '✖✗×✕✘'.includes(mark);
const isSkipMark = (mark: string) => '﹣↓○✎'.includes(mark);

function readMarkedLine([, mark = '', line = '']: readonly (string | undefined)[]): readonly PrintedTest[] {
  if (fileSummary.test(line)) return [];
  if (isSkipMark(mark) || directive.test(line))
    return [{ title: markedTitle(line).replace(/^(?:skipped|todo) /, ''), suites: [], is: 'skipped' }];
  return [{ title: markedTitle(line), suites: [], is: isFailureMark(mark) ? 'failed' : 'passed' }];
}

/** `src/a.test.ts (2 tests) 3ms`. */
const fileSummary = /\(\d+ tests?\b/;

/** Without the duration, the file and the words of ava. */
const markedTitle = (line: string) =>
  line
    .replace(directive, '')
    .trim()
    .replace(/ \(?[\d.]+ ?m?s\)?$/, '')
    .replace(/^\S+\.\w+ > /, '')
    .replace(/^\[(?:fail|expected fail)\]:? /, '');

/** The output of mocha ends with its summary; text after the last one is of another runner, or describes failures. */
function splitMocha(text: string): { readonly mocha: readonly string[]; readonly rest: string } {
  const parts = text.split(/^ +\d+ passing \(.*\)$/m);
  return { mocha: parts.slice(0, -1), rest: parts.at(-1) ?? '' };
}

/** `  sum`, then `    ✔ adds (12ms)`, `    1) fails` or `    - later` with two spaces more. */
function readMocha(text: string): readonly PrintedTest[] {
  const suites: string[] = [];
  const tests: PrintedTest[] = [];
  for (const [, indent = '', mark, line = ''] of text.matchAll(/^( +)(?:([✔✓√-]|\d+\)) )?(\S[^\n]*)$/gm)) {
    const depth = indent.length / 2 - 1;
    suites.splice(Math.max(0, Math.ceil(depth)));
    if (mark === undefined) suites.push(line);
    else tests.push({ title: markedTitle(line), suites: [...suites], is: mochaStatus(mark) });
  }
  return tests;
}

const mochaStatus = (mark: string): TestStatus => (mark === '-' ? 'skipped' : mark.endsWith(')') ? 'failed' : 'passed');
