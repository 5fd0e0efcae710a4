/**
 * Operations of git. A lane is a worktree with its own branch; the harness commits, agents do not.
 *
 * The result of every operation can be found after a crash, so that none happens twice.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { TestGuards, WeakenedTest } from '../test-guard/weakened-tests.ts';
import { operationsOf } from './operation.ts';

const gitOperation = operationsOf('git', 'git.failed');

/** `path` is relative to the root of the repository; `base` is the commit that the lane started from. */
export interface Lane {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  /** Set if the branch existed before; closing the lane keeps it. */
  readonly continues?: true;
  /** The other branch that was merged into it when it continued an existing branch. */
  readonly brought?: MergedBranch;
  /** Number of the run's last kept ref when the lane started; refs up to it belong to other lanes. */
  readonly keptBefore?: number;
}

/** First port of all lanes, and the template of a lane's `.env`. */
export interface LaneResourceOptions {
  readonly firstPort: number;
  readonly envFile: string;
  /** Timeout to install dependencies that the checkout does not have installed; `undefined` installs none. */
  readonly installTimeoutMs?: number;
}

/** The commit of the other branch, and the merged tree; conflicting files contain both sides between markers. */
export interface MergedBranch {
  readonly commit: string;
  readonly merged: string;
}

/** A snapshot of the lane: a commit under a ref, on no branch. */
export interface Checkpoint {
  readonly commit: string;
  readonly changedFiles: number;
  readonly diff: Artifact;
  /** The changes since the commit `since`, if one was given. */
  readonly since?: Artifact;
  /** Number of changed files to inspect; absent in old checkpoints. */
  readonly touched?: number;
}

/** `conflicts` are the files that contain both sides between markers, if the commits in `onto` conflict. */
export interface OpenedLane extends Lane {
  readonly conflicts?: readonly string[];
  /** In the checkout, the saved commit of its files if they are neither those of the base nor of the saved work. */
  readonly files?: string;
}

const sampleLane: Lane = { path: '.harness/worktrees/x', branch: 'harness/x', base: 'b0' };

/**
 * Opens a lane on the branch `harness/<slug>` or `branch`, from HEAD, from the branch `from` or from the commit `at`.
 *
 * With `continues` it starts from its branch if that exists. Its folder is named after the run, or `name`: a later run with
 * the same name finds it unchanged. It gets its own copy of the installed dependencies; with `installTimeoutMs` missing
 * ones are installed first. With `allots` it also gets its own ports, `.env` and temporary folder.
 * With `onto`, these commits or branches are merged into its base first.
 */
export const openLane = gitOperation<
  {
    slug: string;
    branch?: string;
    from?: string;
    at?: string;
    onto?: readonly string[];
    continues?: true;
    name?: string;
    allots?: LaneResourceOptions;
    installTimeoutMs?: number;
  },
  OpenedLane
>('open-lane', [sampleLane], ['git.failed', 'dependencies.failed']);

/** Opens a lane on an existing branch like `openLane`; merges the commit `bring` of another branch into it first. */
export const continueLane = gitOperation<
  { branch: string; bring?: string; installTimeoutMs?: number },
  { readonly lane: Lane; readonly conflicts: readonly string[] }
>('continue-lane', [
  { lane: { ...sampleLane, brought: { commit: 'b1', merged: 'm0' } }, conflicts: [] },
  { lane: { ...sampleLane, brought: { commit: 'b1', merged: 'm0' } }, conflicts: ['src/a.ts'] },
]);

/**
 * Files of a lane or checkout that are as in a commit, whatever an agent did to them. `gone` are files that the harness
 * removes; it is set if the harness itself changes what is held.
 */
export interface HeldFiles {
  readonly commit: string;
  readonly files: readonly string[];
  readonly gone?: readonly string[];
}

/**
 * Saves the state of a lane; with `since`, it also answers the changes since that checkpoint. With `holds`, it first gives
 * these files to the lane again.
 */
export const checkpoint = gitOperation<{ lane: Lane; since?: string; holds?: HeldFiles }, Checkpoint>('checkpoint', [
  { commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 0 },
  { commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 1 },
]);

/** Finds tests and check scripts of the base that a checkpoint removes or weakens. Reads only. */
export const inspectTests = gitOperation<
  { lane: Lane; checkpoint: string } & TestGuards,
  {
    readonly weakened: readonly WeakenedTest[];
    /** The diff of these files and of the changed tests; absent if there are none, and in old answers. */
    readonly diff?: Artifact;
  }
>('inspect-tests', [{ weakened: [] }, { weakened: [{ file: 'a.test.ts', how: 'deleted', detail: '' }] }]);

/** Commits the tree of a checkpoint to the lane's branch; no commit if nothing changed. */
export const commitLane = gitOperation<{ lane: Lane; checkpoint: string; message: string }, { commit: string | null }>(
  'commit-lane',
  [{ commit: 'd1' }, { commit: null }],
  ['git.failed', 'git.branch-moved', 'secret.in-change'],
);

/**
 * Removes the worktree. Work that is not on the branch is first kept under a ref; a branch without a commit is removed too.
 * `null` closes any lane of this run or `name`, because the run may have been stopped while opening one.
 */
export const closeLane = gitOperation<
  { lane: Lane | null; name?: string },
  { kept: string | null; branchRemoved: boolean }
>('close-lane', [{ kept: null, branchRemoved: false }]);

/** Reads the change of a branch since it left the base: its newest commit, and the diff for reviewers. */
export const readChange = gitOperation<
  /** `onto` replaces the current commit of the base. */
  { branch: string; base: string; onto?: string },
  { readonly head: string; readonly from: string; readonly diff: Artifact }
>('read-change', [{ head: 'c1', from: 'b0', diff: sampleArtifact }]);

export const gitOperations = { openLane, continueLane, checkpoint, inspectTests, commitLane, closeLane, readChange };
