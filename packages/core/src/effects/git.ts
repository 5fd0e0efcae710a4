/**
 * What a machine may ask of git. A lane is a worktree on a branch of its own; the harness commits, agents do not.
 *
 * Every operation can be found again after a crash, so that none happens twice.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { TestGuards, WeakenedTest } from '../test-guard/weakened-tests.ts';
import type { Operation } from './operation.ts';

/** `path` is relative to the root of the repository; `base` is the commit that the lane began from. */
export interface Lane {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  /** The branch was there before, and stays whatever becomes of the lane. */
  readonly continues?: true;
  /** What came into it from elsewhere when it went on with a branch that was there. */
  readonly brought?: MergedBranch;
  /** The number of the last ref that its run had kept when it began: those are about other lanes. */
  readonly keptBefore?: number;
}

/** Where the ports of lanes begin, and what the `.env` of one begins with. */
export interface LaneResourceOptions {
  readonly firstPort: number;
  readonly envFile: string;
  /** How long it may take to install its dependencies, where they are not installed in the checkout; nothing installs none. */
  readonly installTimeoutMs?: number;
}

/** Where the other branch stood, and how the lane looked with it: files in conflict hold both sides, between marks. */
export interface MergedBranch {
  readonly commit: string;
  readonly merged: string;
}

/** The lane as it was at one moment: a commit that is kept under a ref and on no branch. */
export interface Checkpoint {
  readonly commit: string;
  readonly changedFiles: number;
  readonly diff: Artifact;
  /** How many files of the base it changes, deletes, or may override by a new one. Checkpoints of the first runs do not tell. */
  readonly touched?: number;
}

/** What a lane begins on may not fit together: the files that hold both sides, between marks. */
export interface OpenedLane extends Lane {
  readonly conflicts?: readonly string[];
}

const sampleLane: Lane = { path: '.harness/worktrees/x', branch: 'harness/x', base: 'b0' };

/**
 * On the branch `harness/<slug>`, or on the one that is named; from where the user stands, from a branch, or from a commit.
 * One that continues begins from where its branch stands, if there is one. Its folder is called after the run, or by a name
 * of its own: then a later run that asks for the same name finds it as it was left. One that allots has ports, a `.env`, a
 * temporary folder and its dependencies, installed, to itself. One that is opened onto other work begins from its branch with
 * these commits, or branches, brought in.
 */
export const openLane: Operation<
  {
    slug: string;
    branch?: string;
    from?: string;
    at?: string;
    onto?: readonly string[];
    continues?: true;
    name?: string;
    allots?: LaneResourceOptions;
  },
  OpenedLane
> = {
  kind: 'git',
  op: 'open-lane',
  samples: [sampleLane],
  failures: ['git.failed', 'dependencies.failed'],
};

/** A lane on a branch that is there, to go on with it; a commit of another branch is brought into it first. */
export const continueLane: Operation<
  { branch: string; bring?: string },
  { readonly lane: Lane; readonly conflicts: readonly string[] }
> = {
  kind: 'git',
  op: 'continue-lane',
  samples: [
    { lane: { ...sampleLane, brought: { commit: 'b1', merged: 'm0' } }, conflicts: [] },
    { lane: { ...sampleLane, brought: { commit: 'b1', merged: 'm0' } }, conflicts: ['src/a.ts'] },
  ],
  failures: ['git.failed'],
};

export const checkpoint: Operation<{ lane: Lane }, Checkpoint> = {
  kind: 'git',
  op: 'checkpoint',
  samples: [
    { commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 0 },
    { commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 1 },
  ],
  failures: ['git.failed'],
};

/** What a checkpoint takes away from the tests of the base and from what its checks run. Reads only. */
export const inspectTests: Operation<
  { lane: Lane; checkpoint: string } & TestGuards,
  { readonly weakened: readonly WeakenedTest[] }
> = {
  kind: 'git',
  op: 'inspect-tests',
  samples: [{ weakened: [] }, { weakened: [{ file: 'a.test.ts', how: 'deleted', detail: '' }] }],
  failures: ['git.failed'],
};

/** Puts the tree of a checkpoint on the lane's branch as one commit. Nothing changed means no commit. */
export const commitLane: Operation<{ lane: Lane; checkpoint: string; message: string }, { commit: string | null }> = {
  kind: 'git',
  op: 'commit-lane',
  samples: [{ commit: 'd1' }, { commit: null }],
  failures: ['git.failed', 'git.branch-moved', 'secret.in-change'],
};

/**
 * Removes the worktree. What is not on the branch is kept under a ref first; a branch without a commit goes too.
 * Without a lane: whatever lane this run, or this name, has, because it was ended while one was being opened.
 */
export const closeLane: Operation<
  { lane: Lane | null; name?: string },
  { kept: string | null; branchRemoved: boolean }
> = {
  kind: 'git',
  op: 'close-lane',
  samples: [{ kept: null, branchRemoved: false }],
  failures: ['git.failed'],
};

/** What a branch changes against the point where it left another: its newest commit, and the diff as reviewers read it. */
export const readChange: Operation<
  /** `onto` is where the base stands when the branch of that name is not asked. */
  { branch: string; base: string; onto?: string },
  { readonly head: string; readonly from: string; readonly diff: Artifact }
> = {
  kind: 'git',
  op: 'read-change',
  samples: [{ head: 'c1', from: 'b0', diff: sampleArtifact }],
  failures: ['git.failed'],
};

export const gitOperations = { openLane, continueLane, checkpoint, inspectTests, commitLane, closeLane, readChange };
