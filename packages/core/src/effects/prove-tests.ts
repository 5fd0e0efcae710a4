/**
 * How new tests are proved in their lane: its files become those of the base with nothing but the tests on top, the tests are
 * run, and the lane becomes what it was. Everything follows from the checkpoint, so that each can be done again after a crash.
 */
import type { Proof } from '../test-guard/proof.ts';
import type { Lane } from './git.ts';
import type { Operation } from './operation.ts';

/** Which tests a checkpoint brings, as the runs that would prove them. Reads only. */
export const findProofs: Operation<
  { lane: Lane; checkpoint: string; testFiles?: readonly string[] },
  { readonly proofs: readonly Proof[] }
> = {
  kind: 'git',
  op: 'find-proofs',
  samples: [
    { proofs: [] },
    {
      proofs: [
        { tests: ['a.test.ts'], beside: [] },
        { tests: ['b.test.ts'], beside: [] },
      ],
    },
  ],
  failures: ['git.failed'],
};

/**
 * The base, with these files as the checkpoint has them, and others that no language could read: a command that is green all
 * the same does not run them. What git ignores stays: dependencies are needed.
 */
export const rewindLane: Operation<
  { lane: Lane; checkpoint: string; files: readonly string[]; spoilt?: readonly string[] },
  'rewound'
> = {
  kind: 'git',
  op: 'rewind-lane',
  samples: ['rewound'],
  failures: ['git.failed'],
};

export const restoreLane: Operation<{ lane: Lane; checkpoint: string }, 'restored'> = {
  kind: 'git',
  op: 'restore-lane',
  samples: ['restored'],
  failures: ['git.failed'],
};
