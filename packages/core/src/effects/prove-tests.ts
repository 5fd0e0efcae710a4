/**
 * Operations that prove new tests: the tests run on the base plus only the tests, in a clean room. In runs of older versions
 * the lane gets these files and is restored afterwards. Everything derives from the checkpoint, so that each operation can be repeated after a crash.
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

/** Writes a commit of the base plus these files, for a clean room; the lane stays unchanged. */
export const writeProof = gitOperation<
  { lane: Lane; checkpoint: string; files: readonly string[]; spoilt?: readonly string[] },
  { readonly commit: string }
>('write-proof', [{ commit: 'p1' }]);

export const restoreLane = gitOperation<{ lane: Lane; checkpoint: string }, 'restored'>('restore-lane', ['restored']);
