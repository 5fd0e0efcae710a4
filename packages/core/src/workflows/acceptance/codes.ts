/** Codes of acceptance. */
import { defineCodes } from '../../codes.ts';

export const acceptanceCodes = defineCodes({
  refusals: {
    'acceptance.no-tests': { exitCode: 2, params: { checks: 'text' } },
    'acceptance.no-proof': { exitCode: 2, params: {} },
    'acceptance.no-commit': { exitCode: 2, params: { gitCommand: 'text' } },
    'acceptance.unsupported': { exitCode: 2, params: { workflow: 'text' } },
  },
  questions: {
    /** The agent wrote no usable tests twice. */
    unusable: {
      header: 'Acceptance',
      choices: ['Write again', 'Continue without', 'Stop'],
      params: { why: 'text', names: 'text' },
    },
    /** The work does not pass the tests: one of both is wrong. */
    unmet: {
      header: 'Acceptance',
      choices: ['One more pass', 'Write new tests', 'Continue without', 'Stop'],
      params: { tests: 'text' },
    },
  },
  progress: {
    'acceptance.back': { why: 'text', names: 'text' },
    'acceptance.frozen': { count: 'number', files: 'text' },
    'acceptance.without': {},
  },
});
