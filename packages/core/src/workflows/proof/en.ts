/** The English texts of the proof. */
import type { Catalogue } from '../../codes.ts';
import type { StrykerProblem } from '../../trust/plan-stryker.ts';
import type { ReasonCode } from '../../trust/reason.ts';
import type { changeProofCodes } from './codes.ts';

/** The missing part, as a sentence without its names. */
const reasons: Readonly<Record<ReasonCode, string>> = {
  'not-proved': 'no proof was made',
  empty: 'no file was changed',
  'only-documents': 'only documents were changed',
  'red-alone': 'the touched tests are red if they run alone',
  'no-report': 'the test runner exited with 0 without reporting a test',
  'not-executed': 'tests in touched files were not executed',
  'no-assertion': 'new tests pass without an assertion',
  'not-accepted': 'no frozen acceptance test shows that the change works',
  weaker: 'changed tests notice less than before',
  'reads-runner': 'added lines of the product ask whether a test runner runs it',
  promise: 'tests of the base fail against the change',
  'green-on-base': 'the new tests also pass without the change',
  'green-emptied': 'the new tests also pass if the changed functions are empty',
  'not-run-emptied': 'the new tests fail without the change only because a file cannot be loaded',
  'reads-code': 'the new tests compare the text of the code, not what it does',
  unreadable: 'code of the change cannot be read',
  survivors: 'no test notices edits of the added lines',
  flaky: 'tests change their result by themselves',
  'no-test': 'no test was added or changed, and no given command differs from the base',
  'no-command': 'no check runs tests',
  'not-only-documents': 'work on documents changed other files',
  'tests-touched': 'a refactoring changed tests',
  'no-mutants': 'the added tests test no code that can be mutated',
  'no-difference': 'no given command is red before and green after the change',
};

/** Why Stryker made no mutants, as a sentence. */
const strykerProblems: Readonly<Record<StrykerProblem, string>> = {
  kind: 'work on tests is judged by the edits of the harness alone',
  packages: 'the change touches packages or their lists',
  named: 'added lines of the change name Stryker',
  configuration: 'its configuration on the base cannot be used',
  language: 'the change has files that it does not mutate',
  failed: 'it failed',
  'timed-out': 'it took more than half of the time for mutants',
  unreadable: 'its report cannot be read, or names no edit of the added lines',
};

const withoutStryker = (why: string): string =>
  `Stryker was not used, the harness made its own edits: ${why in strykerProblems ? strykerProblems[why as StrykerProblem] : why}`;

const because = (why: string): string => (why in reasons ? reasons[why as ReasonCode] : why);
const list = (names: string): string => (names === '' ? '.' : `:\n${names}`);

export const en: Catalogue<typeof changeProofCodes> = {
  refusals: {
    'witness.impossible': ({ checks }) => ({
      message: `trust.witness is "required", but no check runs tests (${checks}), so no change can have a witness.`,
      next: 'harness init',
    }),
  },
  questions: {
    promise: {
      question: ({ tests, count }) =>
        `${count === 1 ? 'A test' : `${count} tests`} of the base ${count === 1 ? 'fails' : 'fail'} against the change, in the version of the base:\n${tests}\nIs the old behaviour no longer wanted?`,
      options: {
        Allow: 'Accept that the old behaviour is gone; counts for these tests and this change of them only.',
        'Send back': 'The agent keeps the old behaviour.',
        Stop: 'Stop here. No work is lost.',
      },
    },
    witness: {
      question: ({ why, names }) =>
        `Nothing shows that the change works: ${because(why)}${list(names)}\nHow should the run continue?`,
      options: {
        'Accept without': 'Continue; the result is marked as unwitnessed.',
        'Send back': 'The agent tries again.',
        Stop: 'Stop here. No work is lost.',
      },
    },
  },
  progress: {
    'proof.started': () => 'running the tests without the change, to see whether they notice it',
    'proof.witnessed': ({ count, name }) =>
      `witnessed: ${name}${count > 1 ? ` and ${count - 1} more` : ''} is red without the change`,
    'proof.differs': ({ count, name }) =>
      `witnessed: ${name}${count > 1 ? ` and ${count - 1} more` : ''} of the running product shows something else without the change`,
    'proof.by-kind': () => 'the change obeys the rule of its kind; it needs no witness',
    'proof.accepted': ({ why }) => `accepted without a witness: ${because(why)}`,
    'proof.back': ({ why, names }) => `no witness: ${because(why)}${names === '' ? '' : `: ${names}`}`,
    'proof.flaky': ({ tests }) => `flaky tests prove nothing: ${tests}`,
    'proof.unsupported': ({ endings }) => `functions in ${endings} files were not emptied or mutated`,
    'proof.no-stryker': ({ why }) => withoutStryker(why),
  },
  sentences: {
    unwitnessed: ({ why }) => `unwitnessed: ${because(why)}`,
    withoutStryker: ({ why }) => withoutStryker(why),
  },
};
