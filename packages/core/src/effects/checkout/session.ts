/** Operations at the start of a session in the user's checkout: folders, a branch, conventions, and a survey of the change. */
import { type Artifact, sampleArtifact } from '../../journal/artifact.ts';
import type { TestGuards, WeakenedTest } from '../../test-guard/weakened-tests.ts';
import type { HeldFiles } from '../git.ts';
import { operationsOf } from '../operation.ts';

const checkoutOperation = operationsOf('checkout', 'path.outside');

/** A file that could not be read or staged, with the error of the system. */
export interface FileError {
  readonly file: string;
  readonly reason: string;
}

/** Creates the folders of a session: `.harness/planner`, `.harness/generator` and its docs folder. */
export const prepareSession = checkoutOperation<{ docsPath: string; hasGit: boolean }, { manifest: Artifact | null }>(
  'prepare',
  [{ manifest: null }],
);

export interface OpenedBranch {
  readonly branch: string;
  /** The commit that the work started from; `null` in a repository without commits. */
  readonly base: string | null;
  /** Files that were changed before the run: never staged, reset or deleted. */
  readonly foreign: readonly string[];
}

/** Creates the branch `harness/<slug>` from the current HEAD; adds `-2` if the name is taken. */
export const openBranch = checkoutOperation<{ slug: string }, OpenedBranch>(
  'branch',
  [{ branch: 'harness/x', base: 'b0', foreign: [] }],
  ['git.failed'],
);

/** `branch` is `null` if HEAD is detached; `commit` is `null` in a repository without commits. */
export interface CheckoutHead {
  readonly branch: string | null;
  readonly commit: string | null;
}

export interface SessionFiles {
  /** Whether a session may use its docs folder, with symbolic links resolved. */
  readonly docsPathOk: boolean;
  readonly spec: boolean;
  readonly changes: boolean;
  readonly report: boolean;
  readonly qaReport: boolean;
  /** `null` without git. */
  readonly head: CheckoutHead | null;
  readonly patch: boolean;
  /** `.harness/conventions.md`, and its copy in the docs folder from a spec session. */
  readonly conventions: boolean;
  readonly persistedConventions: boolean;
  /** Lines of CLAUDE.md at the root; `null` if it is missing. */
  readonly claudeLines: number | null;
  /** Existing notes of a spec session that cannot be read. */
  readonly unreadable: readonly FileError[];
  /** Result of comparing an interrupted call with the files before it: `all` includes its report; absent if not asked. */
  readonly written?: 'nothing' | 'part' | 'all';
}

/** The files before a call: a saved commit and the hash of `changes.md`; `null` if there was none. */
export interface FilesBeforeCall extends Pick<OpenedBranch, 'base' | 'foreign'> {
  readonly hasGit: boolean;
  readonly branch: string | null;
  readonly copies?: string;
  readonly commit: string | null;
  readonly report: string | null;
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

export const readSessionFiles = checkoutOperation<{ docsPath: string; before?: FilesBeforeCall }, SessionFiles>(
  'look',
  [
    noFiles,
    allFiles,
    { ...allFiles, docsPathOk: false },
    { ...noFiles, claudeLines: 80, conventions: true, written: 'nothing' },
    { ...noFiles, written: 'part' },
  ],
);

/** Copies a file to `.harness/conventions.md`. */
export const placeConventions = checkoutOperation<{ from: string }, { lines: number }>('place-conventions', [
  { lines: 80 },
]);

export interface SurveyArgs extends TestGuards, Pick<OpenedBranch, 'base' | 'foreign'> {
  readonly hasGit: boolean;
  readonly manifest: Artifact | null;
  readonly docsPath: string;
  readonly scope: readonly string[];
  /** Folder with copies of the ignored files before the run: they are foreign, also if the run stops ignoring them. */
  readonly copies?: string;
  /** The branch on whose tip the change is saved as a commit under a kept ref; `undefined` saves nothing. */
  readonly savesOn?: string;
  /** Files that an agent must not change: they are restored first, and its version is kept under a ref. */
  readonly holds?: HeldFiles;
}
export interface ChangeSurvey {
  /** The changed paths, one per line. */
  readonly changed: Artifact;
  readonly count: number;
  /** Paths outside the scope: the first few, and their number. */
  readonly outside: readonly string[];
  readonly outsideCount: number;
  readonly weakened: readonly WeakenedTest[];
  /** The diff of the weakened files; absent if there are none, without git, and in old answers. */
  readonly diff?: Artifact;
  /** The saved commit. Its tree is the one that a commit of the code would have; `undefined` if nothing was saved. */
  readonly saved?: string;
  /** The files of the saved commit, also known to other runs; absent without one, and in old answers. */
  readonly tree?: string;
  /** Whether `changes.md` was written. */
  readonly changes: boolean;
  /** Hash of `changes.md`; absent if it is missing. */
  readonly report?: string;
}

/** Compares the checkout with the start of the work: by git, or by a manifest of the files. Changes only held files. */
export const surveyChange = checkoutOperation<SurveyArgs, ChangeSurvey>(
  'survey',
  [
    {
      changed: sampleArtifact,
      count: 1,
      outside: [],
      outsideCount: 0,
      weakened: [],
      changes: true,
      saved: 'c1',
      tree: 't1',
    },
    {
      changed: sampleArtifact,
      count: 30,
      outside: ['x.ts'],
      outsideCount: 1,
      weakened: [],
      changes: false,
      saved: 'c1',
      tree: 't1',
    },
    {
      changed: sampleArtifact,
      count: 1,
      outside: [],
      outsideCount: 0,
      changes: true,
      saved: 'c1',
      tree: 't1',
      weakened: [{ file: 'a.test.ts', how: 'deleted', detail: '' }],
    },
  ],
  ['git.failed'],
);
