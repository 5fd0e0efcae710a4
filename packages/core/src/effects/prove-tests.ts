/**
 * Operations that prove new tests: the lane gets the files of the base plus only the tests, the tests run, and the lane is
 * restored. Everything derives from the checkpoint, so that each operation can be repeated after a crash.
 */
import type { Proof } from '../test-guard/proof.ts';
import type { Lane } from './git.ts';
import type { Operation } from './operation.ts';

/** Finds the new tests of a checkpoint, grouped into runs that prove them. Reads only. */
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
 * Resets the lane to the base plus these files of the checkpoint. Replaces `spoilt` files with invalid code: if the command
 * is still green, it does not run them. Ignored files stay, because dependencies are needed.
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
