/**
 * Judges acceptance tests before the work that they are for. The harness runs them on the base alone.
 *
 *   A1. They are new files. Existing files stay unchanged, so that the base keeps its promises.
 *   A2. They must run there, and fail: a test that passes without the work proves nothing about it.
 *   A3. A file that passes there as a whole is refused. A passing test beside failing ones may be a promise to keep.
 */
import type { TestResults } from '../test-report/results.ts';
import { maxNames } from './reason.ts';

/** Tests that only a person may drop: `files` are as in `commit`, and `tests` are those with tests. */
export interface FrozenTests {
  readonly commit: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** More files are refused: a state stays small. */
export const maxFrozenFiles = 40;

const acceptanceProblems = [
  'no-test', // no new test file was written
  'other-files', // files that are no new tests were written, changed or deleted
  'too-many', // more files than a contract needs
  'unreadable', // test files that no parser reads
  'no-assertion', // tests without an assertion
  'not-run', // the checks do not run these files
  'unfinished', // the command did not finish
  'green', // all tests of these files pass without the work
] as const;
export type AcceptanceProblemCode = (typeof acceptanceProblems)[number];

/** Names may contain text of an agent. */
export interface AcceptanceProblem {
  readonly code: AcceptanceProblemCode;
  readonly names: readonly string[];
}

/** The files of an agent, read from its commit. */
export interface WrittenAcceptance {
  /** New files that are tests or support them. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** The first other files. */
  readonly others: readonly string[];
  readonly unreadable: readonly string[];
  readonly bare: readonly string[];
}

const problem = (code: AcceptanceProblemCode, names: readonly string[] = []): AcceptanceProblem => ({
  code,
  names: names.slice(0, maxNames),
});

/** Problems that show without a run. */
export function writtenProblems({ files, tests, others, unreadable, bare }: WrittenAcceptance) {
  const named = [
    problem('other-files', others),
    problem('too-many', files.length > maxFrozenFiles ? [String(files.length)] : []),
    problem('unreadable', unreadable),
    problem('no-assertion', bare),
  ].filter(({ names }) => names.length > 0);
  return tests.length === 0 ? [problem('no-test'), ...named] : named;
}

/** The run of these tests on the base. */
export interface AcceptanceRun {
  readonly green: boolean;
  /** `null` if the command did not finish. */
  readonly results: TestResults | null;
  /** The whole output. A file that cannot be loaded has no test, but its runner names it. */
  readonly output: string;
}

/** A2, A3. */
export function runProblems(tests: readonly string[], { green, results, output }: AcceptanceRun) {
  if (results === null) return [problem('unfinished')];
  if (green) return [problem('green', tests)];
  const states = tests.map((file) => ({ file, is: stateOf(file, results, output) }));
  const named = (['not-run', 'green'] as const).map((code) =>
    problem(
      code,
      states.filter(({ is }) => is === code).map(({ file }) => file),
    ),
  );
  return named.filter(({ names }) => names.length > 0);
}

function stateOf(file: string, { tests }: TestResults, output: string): 'red' | 'green' | 'not-run' {
  const own = (tests ?? []).filter((test) => test.file === file && test.is !== 'skipped');
  if (own.length > 0) return own.some(({ is }) => is === 'failed') ? 'red' : 'green';
  return output.includes(file.slice(file.lastIndexOf('/') + 1)) ? 'red' : 'not-run';
}

const instructions: Readonly<Record<AcceptanceProblemCode, string>> = {
  'no-test': 'You wrote no new test file. Write tests of the contract into new files.',
  'other-files': 'You may only write new test files, and what supports them. Restore or remove these files:',
  'too-many': `The contract needs fewer files. Write at most ${maxFrozenFiles}; you wrote:`,
  unreadable: 'These files have a syntax error. Correct them:',
  'no-assertion': 'These tests have no assertion. Assert what the contract asks for:',
  'not-run': 'The checks do not run these files. Put them where the checks find them, and name them so:',
  unfinished: 'The tests did not finish in time. Tests of missing work must fail at once.',
  green: 'All tests in these files pass, although the work is missing. Assert what is new:',
};

/** For the agent that wrote the tests. */
export const acceptanceInstructions = (problems: readonly AcceptanceProblem[]): string =>
  problems.map(({ code, names }) => [instructions[code], ...names.map((name) => `- ${name}`)].join('\n')).join('\n\n');
