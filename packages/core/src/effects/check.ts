/** The effect `check`: runs a command of the target repository. Its exit code decides, not a model. */

import type { DevServer } from '../checks/dev-server.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Effect } from '../machine/machine.ts';
import type { OutsideFile } from '../test-guard/consent.ts';
import type { TestCount } from '../test-report/count.ts';

export interface CheckInput {
  readonly command: string;
  /** Relative to the root of the repository. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /**
   * Runs in a clean room of this commit instead of `cwd`: a folder with exactly its files and installed dependencies, at
   * the same path below the lane or checkout. Absent in old journals: then it runs in `cwd`.
   */
  readonly commit?: string;
  /** Commands of the same round that ran before in the room: their build outputs stay. Absent for the first one. */
  readonly after?: readonly string[];
  /** Globs of the reports that it writes; the usual paths of test runners by default. */
  readonly reports?: readonly string[];
  /** Folders of reports, traces or screenshots, and the folder that they are copied to, whether green or red. */
  readonly keep?: { readonly folders: readonly string[]; readonly in: string };
  /** A server that must answer before the command starts, and is stopped after it. */
  readonly server?: DevServer;
  /** Set if it runs on the base to prove new tests: it should be red, which says nothing about the product. */
  readonly isProof?: true;
  /** Runs in a second clean room of the lane or run, at the same time as another proof. */
  readonly isSecond?: true;
  /** Set if it runs on the base before any work: its tests are remembered, so that the base runs only once. */
  readonly isBase?: true;
  /** The base whose tests must still run; absent for other commands and in old journals. */
  readonly base?: TestBase;
  /** Reports each executed test with its result. */
  readonly lists?: true;
  /** A file in its folder that it writes and that becomes an artifact, if it is a regular file of ordinary size. */
  readonly takes?: string;
  /** Set if it runs in the checkout of a mission. Without effect: no check may write the state of the harness. */
  readonly isStateKept?: true;
}

export interface TestBase {
  readonly commit: string;
  /** Globs of test files; default: the conventions of the common languages. */
  readonly testFiles?: readonly string[];
  /** Weakened files that a person allowed, with the content that was shown. */
  readonly allowed?: readonly OutsideFile[];
}

/** The tests of the base that did not run. */
export interface LostTests {
  /** Executed tests of the base; `null` if unknown, so that nothing is proved. */
  readonly base: number | null;
  readonly lost: number;
  /** The first names, as text. */
  readonly names: string;
  /** Hash of all names and the number, for consent to exactly these. */
  readonly hash: string;
  /** No test of the base ran, so the check is red. */
  readonly isNone: boolean;
}

export interface CheckReport {
  readonly green: boolean;
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  /** The last lines, short enough for a state and a prompt; `log` has all of them. */
  readonly tail: string;
  readonly log: Artifact;
  /** Lines of the whole log that name failed tests, for a check with `keep`. */
  readonly failed?: string;
  /** Test counts from the output or a report; `undefined` if unknown. A test command that ran no test is red. */
  readonly tests?: TestCount;
  /** Names of the executed tests; absent if unknown. */
  readonly names?: Artifact;
  /** `TestResults` as JSON, for a check with `lists`. */
  readonly results?: Artifact;
  /** The comparison with the base; absent if none was made. */
  readonly compared?: LostTests;
  readonly serverLog?: Artifact;
  /** Number of executed tests in `results`; absent if single tests are unknown. */
  readonly listed?: number;
  /** The file that the check takes; absent if there is none. */
  readonly taken?: Artifact;
  /** How long the command ran; present if the check lists its tests or takes a file. */
  readonly tookMs?: number;
  /** The program of the command is not on the user's PATH. Exit 127 alone may also mean a package that is missing. */
  readonly isToolMissing?: true;
}

/** Whether its result is about the product. */
export const isVerdict = ({ kind, input }: Effect): boolean => kind === 'check' && !(input as CheckInput).isProof;

export const check = (input: CheckInput): Effect<CheckReport> => ({ kind: 'check', input });

export const checkSamples: readonly CheckReport[] = [
  { green: true, exitCode: 0, tail: '', log: sampleArtifact },
  { green: false, exitCode: 1, tail: 'red', log: sampleArtifact },
];

/** For a check that takes a file. */
export const takenSample: CheckReport = {
  green: true,
  exitCode: 0,
  tail: '',
  log: sampleArtifact,
  taken: sampleArtifact,
  tookMs: 1,
};

/** For a check that is compared with the base. */
export const lostTestsSample: CheckReport = {
  green: true,
  exitCode: 0,
  tail: '',
  log: sampleArtifact,
  compared: { base: 2, lost: 1, names: 'adds', hash: '1f', isNone: false },
};
