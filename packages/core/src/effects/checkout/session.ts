/** How a session begins in the user's checkout, and what of it is there: folders, a branch, conventions, the change itself. */
import { type Artifact, sampleArtifact } from '../../journal/artifact.ts';
import type { WeakenedTest } from '../../test-guard/weakened-tests.ts';
import type { Operation } from '../operation.ts';

/** A file that could not be read or staged, and what the system said. */
export interface FileTrouble {
  readonly file: string;
  readonly reason: string;
}

/** The folders of a session: `.harness/planner`, `.harness/generator` and its docs folder. */
export const prepareSession: Operation<{ docsPath: string; hasGit: boolean }, { manifest: Artifact | null }> = {
  kind: 'checkout',
  op: 'prepare',
  samples: [{ manifest: null }],
  failures: ['path.outside'],
};

export interface OpenedBranch {
  readonly branch: string;
  /** The commit that the work began from; null in a repository without one. */
  readonly base: string | null;
  /** What was changed before we came: never staged, reset or deleted. */
  readonly foreign: readonly string[];
}

/** A branch of its own, from where the checkout stands: `harness/<slug>`, or `-2` when that is taken. */
export const openBranch: Operation<{ slug: string }, OpenedBranch> = {
  kind: 'checkout',
  op: 'branch',
  samples: [{ branch: 'harness/x', base: 'b0', foreign: [] }],
  failures: ['git.failed'],
};

/** A branch, none when HEAD is detached; a commit, none where there is none yet. */
export interface CheckoutHead {
  readonly branch: string | null;
  readonly commit: string | null;
}

export interface SessionFiles {
  /** Its docs folder is a place that a session may have, also when links are followed. */
  readonly docsPathOk: boolean;
  readonly spec: boolean;
  readonly changes: boolean;
  readonly report: boolean;
  readonly qaReport: boolean;
  /** Where HEAD is; null without git. */
  readonly head: CheckoutHead | null;
  /** What a proposer wrote, whatever it is. */
  readonly patch: boolean;
  /** `.harness/conventions.md`, and the copy that a spec session left in the docs folder. */
  readonly conventions: boolean;
  readonly persistedConventions: boolean;
  /** Of CLAUDE.md at the root; null when there is none. */
  readonly claudeLines: number | null;
  /** Notes of a spec session that are there and cannot be read. */
  readonly unreadable: readonly FileTrouble[];
}

const noFiles: SessionFiles = {
  docsPathOk: true,
  spec: false,
  changes: false,
  report: false,
  qaReport: false,
  head: null,
  patch: false,
  conventions: false,
  persistedConventions: false,
  claudeLines: null,
  unreadable: [],
};
const allFiles: SessionFiles = {
  ...noFiles,
  spec: true,
  changes: true,
  report: true,
  qaReport: true,
  head: { branch: 'harness/x', commit: 'b0' },
  patch: true,
  conventions: true,
  persistedConventions: true,
  claudeLines: 80,
};

/** What of a session is on the disk. Reads only. */
export const lookAtSession: Operation<{ docsPath: string }, SessionFiles> = {
  kind: 'checkout',
  op: 'look',
  samples: [noFiles, allFiles, { ...allFiles, docsPathOk: false }, { ...noFiles, claudeLines: 80, conventions: true }],
  failures: ['path.outside'],
};

/** Copies a text to `.harness/conventions.md`. */
export const placeConventions: Operation<{ from: string }, { lines: number }> = {
  kind: 'checkout',
  op: 'place-conventions',
  samples: [{ lines: 80 }],
  failures: ['path.outside'],
};

export interface SurveyArgs {
  readonly base: string | null;
  readonly hasGit: boolean;
  readonly manifest: Artifact | null;
  readonly docsPath: string;
  readonly scope: readonly string[];
  readonly foreign: readonly string[];
  readonly checks: readonly string[];
  readonly testFiles?: readonly string[] | undefined;
}
export interface ChangeSurvey {
  /** The changed paths, one a line. */
  readonly changed: Artifact;
  readonly count: number;
  /** Those outside the scope; the first few, and how many there are. */
  readonly outside: readonly string[];
  readonly outsideCount: number;
  readonly weakened: readonly WeakenedTest[];
  /** Whether the account of the change was written. */
  readonly changes: boolean;
}

/** What really differs from where the work began: by git, or by a list of what was there. Reads only. */
export const surveyChange: Operation<SurveyArgs, ChangeSurvey> = {
  kind: 'checkout',
  op: 'survey',
  samples: [
    { changed: sampleArtifact, count: 1, outside: [], outsideCount: 0, weakened: [], changes: true },
    { changed: sampleArtifact, count: 30, outside: ['x.ts'], outsideCount: 1, weakened: [], changes: false },
    {
      ...{ changed: sampleArtifact, count: 1, outside: [], outsideCount: 0, changes: true },
      weakened: [{ file: 'a.test.ts', how: 'deleted', detail: '' }],
    },
  ],
  failures: ['git.failed'],
};
