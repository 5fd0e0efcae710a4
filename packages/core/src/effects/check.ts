/** One command of the target repository, run by the harness itself: its exit code decides, not a model. */

import type { DevServer } from '../checks/dev-server.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Effect } from '../machine/machine.ts';
import type { TestCount } from '../test-report/count.ts';

export interface CheckInput {
  readonly command: string;
  /** The folder it runs in, relative to the root of the repository. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Globs of the reports that it writes, instead of where runners write them by habit. */
  readonly reports?: readonly string[];
  /** Folders that it fills (reports, traces, screenshots), and where they are copied to afterwards, whatever its colour. */
  readonly keep?: { readonly folders: readonly string[]; readonly in: string };
  /** A server that runs meanwhile: it answers before the command begins, and is stopped after it. */
  readonly server?: DevServer;
  /** It runs on the base, to prove new tests: red is what is wanted there, so its colour says nothing of the product. */
  readonly isProof?: true;
  /** It runs in the checkout of a mission, and what the harness keeps there is not its to write. */
  readonly isStateKept?: true;
}

export interface CheckReport {
  readonly green: boolean;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** The last lines, short enough for a state and a prompt; all of it is in `log`. */
  readonly tail: string;
  readonly log: Artifact;
  /** The lines of the whole log that name what failed, of a check that keeps what it leaves behind. */
  readonly failed?: string;
  /** How many tests ran, where the output or a report that it wrote tells. A test command that executed none is red. */
  readonly tests?: TestCount;
  /** What the server said that ran meanwhile. */
  readonly serverLog?: Artifact;
}

/** Whose colour speaks of the product. */
export const isVerdict = ({ kind, input }: Effect): boolean => kind === 'check' && !(input as CheckInput).isProof;

export const check = (input: CheckInput): Effect<CheckReport> => ({ kind: 'check', input });

export const checkSamples: readonly CheckReport[] = [
  { green: true, exitCode: 0, tail: '', log: sampleArtifact },
  { green: false, exitCode: 1, tail: 'red', log: sampleArtifact },
];
