/**
 * Operations that prove new tests: the lane gets the files of the base plus only the tests, the tests run, and the lane is
 * restored. Everything derives from the checkpoint, so that each operation can be repeated after a crash.
 */
import type { TestProof } from '../test-guard/proof.ts';
import type { Lane } from './git.ts';
import { operationsOf } from './operation.ts';

const gitOperation = operationsOf('git', 'git.failed');

/** Finds the new tests of a checkpoint, grouped into runs that prove them. Reads only. */
export const findProofs = gitOperation<
  { lane: Lane; checkpoint: string; testFiles?: readonly string[] },
  { readonly proofs: readonly TestProof[] }
>('find-proofs', [
  { proofs: [] },
  {
    proofs: [
      { tests: ['a.test.ts'], beside: [] },
      { tests: ['b.test.ts'], beside: [] },
    ],
  },
]);

/**
 * Resets the lane to the base plus these files of the checkpoint. Replaces `spoilt` files with invalid code: if the command
 * is still green, it does not run them. Ignored files stay, because dependencies are needed.
 */
export const rewindLane = gitOperation<
  { lane: Lane; checkpoint: string; files: readonly string[]; spoilt?: readonly string[] },
  'rewound'
>('rewind-lane', ['rewound']);

export const restoreLane = gitOperation<{ lane: Lane; checkpoint: string }, 'restored'>('restore-lane', ['restored']);
