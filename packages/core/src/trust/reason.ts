/** Why a change is not proved, as data. `names` are tests, files or edits; they may contain text of an agent. */
const reasonCodes = [
  'not-proved', // no proof was made: the checks are red, or there is no commit to compare with
  'empty', // no file changed
  'only-documents', // documents changed, and nothing else
  'red-alone', // the touched tests are red
  'no-report', // the runner is known and green, but reported no test
  'not-executed', // touched test files whose tests did not run
  'no-assertion', // passing tests without an assertion
  'not-accepted', // no frozen test of another role witnesses the change
  'weaker', // a changed test notices less than before, and nothing needed the edit
  'reads-runner', // added code of the product asks whether a test runner runs it
  'promise', // a test of the base is red against the change
  'green-on-base', // the touched tests are green without the change
  'green-emptied', // they are green without the code of the change
  'not-run-emptied', // they are red only because a file cannot be loaded
  'reads-code', // they are red if a comment is added to the code
  'unreadable', // code of the change that no parser reads
  'survivors', // edits of added lines that no test noticed
  'flaky', // tests that change their result by themselves
  'no-test', // no test was touched, and no command differs
  'no-command', // no check runs tests
  'not-only-documents', // work of the kind docs changed more
  'tests-touched', // work of the kind refactor changed tests
  'no-mutants', // work of the kind tests tests no code that can be mutated
  'no-difference', // work of the kind config: no command differs
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export interface Reason {
  readonly code: ReasonCode;
  readonly names: readonly string[];
}

/** Enough for a person or an agent to start with; the logs have all. */
export const maxNames = 12;

export const reason = (code: ReasonCode, names: readonly string[] = []): Reason => ({
  code,
  names: names.slice(0, maxNames),
});

/** Instructions for the agent that made the change; a person reads the texts of the workflow. */
const instructions: Readonly<Record<ReasonCode, string>> = {
  'not-proved': 'The change was not proved.',
  empty: 'No file was changed. Do the task, with a test that fails without your change.',
  'only-documents': 'Only documents were changed. Do the task, with a test that fails without your change.',
  'red-alone': 'These tests are red if they run without the other tests. A test must not depend on others:',
  'no-report': 'The test runner exited with 0 and reported no test. A test or the product ends the process early.',
  'not-executed': 'The tests in these files were not executed by the check. Make the command run them:',
  'no-assertion': 'These tests pass without an assertion. Assert what the task asks for:',
  'not-accepted': 'No acceptance test in these files shows that the change works. Do what they ask for:',
  weaker:
    'These existing tests notice less than before, and the change does not need that edit. Restore what they asserted:',
  'reads-runner':
    'These added lines ask whether a test runner runs the product. It must behave the same without one. Remove them:',
  promise: 'These tests of the base fail against your change. Keep their promise, and restore the tests:',
  'green-on-base': 'These tests also pass without your change, so they prove nothing. Assert what is new:',
  'green-emptied': 'These tests also pass if the functions that you wrote are empty. Assert their results:',
  'reads-code': 'These tests fail if a comment is added to your code: they compare its text. Assert behaviour:',
  'not-run-emptied': 'These tests fail without your change only because a file cannot be loaded. Assert behaviour:',
  unreadable: 'This code of the change cannot be read, so nothing shows that the tests need it. Simplify it:',
  survivors: 'No test notices these edits of your added lines. Test what these lines do:',
  flaky: 'These tests change their result without a change, so they prove nothing. Make them repeatable:',
  'no-test': 'No test was added or changed. Add a test that fails without your change.',
  'no-command': 'No check runs tests, so nothing shows that the change works.',
  'not-only-documents': 'This work changes documents only, but these other files were changed. Restore them:',
  'tests-touched': 'This work changes no behaviour, so no test may be touched. Restore these tests:',
  'no-mutants': 'The added tests name no code that can be tested. Test code of the product.',
  'no-difference': 'No given command is red before and green after the change.',
};

/** The names are data: an agent may have written them. */
export const instructionsFor = (reasons: readonly Reason[]): string =>
  reasons.map(({ code, names }) => [instructions[code], ...names.map((name) => `- ${name}`)].join('\n')).join('\n\n');
