/** Operations of acceptance tests: they read what an agent wrote, and what a run of it on the base shows. */
import type { Artifact } from '../journal/artifact.ts';
import type { AcceptanceProblem } from '../trust/acceptance.ts';
import { operationsOf } from './operation.ts';

const proofOperation = operationsOf('proof', 'git.failed');

export interface PreparedAcceptance {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Problems that show without a run; the tests run only if there are none. */
  readonly problems: readonly AcceptanceProblem[];
  /** The command that runs tests, and the base with only these tests. */
  readonly run: { readonly command: string; readonly commit: string } | null;
}

/** Reads the new files between the base and the commit of the agent. */
export const prepareAcceptance = proofOperation<
  {
    readonly base: string;
    readonly change: string;
    readonly checks: readonly string[];
    readonly testFiles?: readonly string[];
  },
  PreparedAcceptance
>('prepare-acceptance', [
  { files: ['a.test.ts'], tests: ['a.test.ts'], problems: [], run: { command: 'npm test', commit: 'v1' } },
  { files: [], tests: [], problems: [{ code: 'no-test', names: [] }], run: null },
]);

/** Reads the run of these tests on the base. */
export const judgeAcceptance = proofOperation<
  {
    readonly tests: readonly string[];
    readonly green: boolean;
    /** `null` if the command did not finish. */
    readonly results: Artifact | null;
    readonly log: Artifact | null;
  },
  readonly AcceptanceProblem[]
>('judge-acceptance', [[], [{ code: 'green', names: ['a.test.ts'] }]]);
