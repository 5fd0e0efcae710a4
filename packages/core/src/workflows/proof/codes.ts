/** Codes of the proof. */
import { defineCodes } from '../../codes.ts';

export const changeProofCodes = defineCodes({
  refusals: {
    'witness.impossible': { exitCode: 2, params: { checks: 'text' } },
  },
  questions: {
    promise: {
      header: 'Promise',
      choices: ['Allow', 'Send back', 'Stop'],
      params: { tests: 'text', count: 'number' },
    },
    witness: {
      header: 'Witness',
      choices: ['Accept without', 'Send back', 'Stop'],
      params: { why: 'text', names: 'text' },
    },
  },
  progress: {
    'proof.started': {},
    'proof.witnessed': { count: 'number', name: 'text' },
    'proof.differs': { count: 'number', name: 'text' },
    'proof.by-kind': {},
    'proof.accepted': { why: 'text' },
    'proof.back': { why: 'text', names: 'text' },
    'proof.flaky': { tests: 'text' },
    'proof.unsupported': { endings: 'text' },
    'proof.no-stryker': { why: 'text' },
  },
  sentences: {
    unwitnessed: { why: 'text' },
    withoutStryker: { why: 'text' },
  },
});
