/** The English texts of acceptance. */
import type { Catalogue } from '../../codes.ts';
import type { AcceptanceProblemCode } from '../../trust/acceptance.ts';
import type { acceptanceCodes } from './codes.ts';

const problems: Readonly<Record<AcceptanceProblemCode, string>> = {
  'no-test': 'no new test file was written',
  'other-files': 'files that are no new tests were written or changed',
  'too-many': 'too many files were written',
  unreadable: 'test files have a syntax error',
  'no-assertion': 'tests have no assertion',
  'not-run': 'the checks do not run these files',
  unfinished: 'the tests did not finish in time',
  green: 'all tests in these files pass without the work',
};

const because = (why: string): string => (why in problems ? problems[why as AcceptanceProblemCode] : why);

export const en: Catalogue<typeof acceptanceCodes> = {
  refusals: {
    'acceptance.no-tests': ({ checks }) => ({
      message: `trust.acceptance is "independent", but no check runs tests${checks === '' ? '' : `: ${checks}`}.`,
      next: 'harness init',
    }),
    'acceptance.no-proof': () => ({
      message: 'trust.acceptance is "independent", but trust.witness is "off", so no proof would need its tests.',
      next: 'harness init',
    }),
    'acceptance.no-commit': ({ gitCommand }) => ({
      message: 'trust.acceptance is "independent", but there is no commit that the work starts from.',
      next: gitCommand,
    }),
    'acceptance.unsupported': ({ workflow }) => ({
      message: `trust.acceptance is "independent", but ${workflow} does not support it. Set it to "same".`,
      next: 'harness converge "<text>"',
    }),
  },
  questions: {
    unusable: {
      question: ({ why, names }) =>
        `The independent acceptance tests cannot be used: ${because(why)}${names === '' ? '.' : `:\n${names}`}\nHow should the run continue?`,
      options: {
        'Write again': 'The role tries again.',
        'Continue without': 'The agent that makes the change writes its own tests.',
        Stop: 'Stop here. No work is lost.',
      },
    },
    unmet: {
      question: ({ tests }) =>
        `The work is not done, and its acceptance tests were written by another role:\n${tests}\nThe work or the tests may be wrong. How should the run continue?`,
      options: {
        'One more pass': 'The tests are right; the agent tries again.',
        'Write new tests': 'The tests are wrong; the role writes new ones, without seeing the work.',
        'Continue without': 'The tests are wrong; they are removed, and the agent writes its own.',
        Stop: 'Stop here. No work is lost.',
      },
    },
  },
  progress: {
    'acceptance.back': ({ why, names }) =>
      `acceptance tests sent back: ${because(why)}${names === '' ? '' : `: ${names}`}`,
    'acceptance.frozen': ({ count, files }) =>
      `acceptance tests frozen: ${files}${count > 1 ? ` and ${count - 1} more` : ''}`,
    'acceptance.without': () => 'the run continues without independent acceptance tests',
  },
};
