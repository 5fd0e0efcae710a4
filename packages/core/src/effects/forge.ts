/**
 * Operations of a forge: push a branch; open, watch, label and merge a pull request.
 *
 *   F1. Every operation finds the result of an earlier try: by commit, branch, or the mark of its effect.
 *   F2. It never forces. If others moved, changed or closed something at the same time, this is an answer or a failure.
 *   F3. The performer of a watch polls. Its time counts from `sinceMs`, the `atMs` of an earlier answer, so that a restart
 *       does not extend it.
 *
 * Agents cannot push: only these operations reach the forge.
 */

import type { FailureCode } from '../failure/failure.ts';
import type {
  BaseUpdate,
  ChangedHead,
  ClosedState,
  MergeAnswer,
  MergedPull,
  MergedState,
  OpenResult,
  PullRequest,
  WatchedChecks,
  WatchedMerge,
} from '../forge/pull-request.ts';
import { sampleArtifact } from '../journal/artifact.ts';
import type { Operation } from './operation.ts';

export type * from '../forge/pull-request.ts';

const forgeFailures: readonly FailureCode[] = [
  'forge.unauthorized',
  'forge.forbidden',
  'forge.not-found',
  'forge.refused',
  'forge.rate-limited',
  'forge.unavailable',
  'forge.unreadable',
  'git.failed',
];
const merged: MergedState = { is: 'merged', sha: 'm1', by: 'someone' };
const closed: ClosedState = { is: 'closed', by: 'someone' };
const changed: ChangedHead = { is: 'changed', head: 'c2' };

/** Pushes a commit to a branch of the forge. It does not overwrite a branch that others moved. */
export const pushBranch: Operation<{ branch: string; commit: string }, { commit: string; atMs: number }> = {
  kind: 'forge',
  op: 'push-branch',
  samples: [{ commit: 'c1', atMs: 1 }],
  failures: ['forge.branch-moved', ...forgeFailures],
};

/** Fetches the base of the forge into the target repository, and updates the local base branch. */
export const fetchBase: Operation<{ base: string }, { readonly commit: string; readonly local: BaseUpdate }> = {
  kind: 'forge',
  op: 'fetch-base',
  samples: [
    { commit: 'b1', local: { is: 'even' } },
    { commit: 'b1', local: { is: 'unpushed', commits: 1 } },
  ],
  failures: forgeFailures,
};

/** Keeps one pull request per branch: finds an open one, reopens or replaces a closed one, accepts a merged one. */
export const openPull: Operation<
  { branch: string; base: string; head: string; title: string; body: string },
  OpenResult
> = {
  kind: 'forge',
  op: 'open-pull',
  samples: [
    { is: 'open', pull: 1, url: 'u', how: 'opened', body: 'written' },
    { ...merged, pull: 1 },
  ],
  failures: forgeFailures,
};

export const readPull: Operation<{ pull: number; ignore?: readonly string[] }, PullRequest> = {
  kind: 'forge',
  op: 'read-pull',
  samples: [
    samplePull({}),
    samplePull({ isDraft: true, changesRequestedBy: ['someone'], mergeable: 'conflict', sections: [] }),
    samplePull({ state: closed }),
    samplePull({ state: merged }),
  ],
  failures: forgeFailures,
};

/** Finds the open pull request of a branch; `null` if there is none. Reads only. */
export const findPull: Operation<{ branch: string; base: string }, { readonly pull: number | null }> = {
  kind: 'forge',
  op: 'find-pull',
  samples: [{ pull: 1 }, { pull: null }],
  failures: forgeFailures,
};

export interface WatchTiming {
  readonly sinceMs: number;
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Waits until the checks are finished. An empty list counts only after `emptyAfterMs`, because forges start checks late. */
export const watchChecks: Operation<
  WatchTiming & { pull: number; head: string; emptyAfterMs: number; ignore: readonly string[] },
  WatchedChecks
> = {
  kind: 'forge',
  op: 'watch-checks',
  samples: [
    { is: 'green' },
    { is: 'red', red: [{ name: 'test', colour: 'red', url: '', detail: '1 failed' }] },
    { is: 'none' },
    { is: 'timed-out', pending: ['test'] },
    { is: 'conflict', files: ['src/a.ts'] },
    changed,
    closed,
    merged,
  ],
  failures: forgeFailures,
};

export const labelPull: Operation<{ pull: number; label: string }, { label: string }> = {
  kind: 'forge',
  op: 'label-pull',
  samples: [{ label: 'agent/automerge' }],
  failures: forgeFailures,
};

/** Merges only if the pull request still has this head. */
export const mergePull: Operation<{ pull: number; head: string; title: string; message: string }, MergeAnswer> = {
  kind: 'forge',
  op: 'merge-pull',
  samples: [
    { ...merged, atMs: 1, checkout: { is: 'moved' } },
    { is: 'conflict', files: ['src/a.ts'] },
    { is: 'behind' },
    { is: 'blocked', detail: 'a review is missing' },
    changed,
    closed,
  ],
  failures: forgeFailures,
};

export const watchMerge: Operation<WatchTiming & { pull: number; head: string }, WatchedMerge> = {
  kind: 'forge',
  op: 'watch-merge',
  samples: [merged, closed, changed, { is: 'timed-out' }],
  failures: forgeFailures,
};

/** Lists the latest merged pull requests, newest first. */
export const listMerged: Operation<{ base: string; most: number }, { readonly merged: readonly MergedPull[] }> = {
  kind: 'forge',
  op: 'list-merged',
  samples: [{ merged: [] }, { merged: [{ ...merged, pull: 1, branch: 'task/x', atMs: 1 }] }],
  failures: forgeFailures,
};

export const forgeOperations = {
  pushBranch,
  fetchBase,
  openPull,
  readPull,
  findPull,
  watchChecks,
  labelPull,
  mergePull,
  watchMerge,
  listMerged,
};

function samplePull(own: Partial<PullRequest>): PullRequest {
  return {
    pull: 1,
    url: 'u',
    state: { is: 'open' },
    isDraft: false,
    branch: 'task/x',
    base: 'main',
    head: 'c1',
    title: 'x',
    body: sampleArtifact,
    sections: ['Summary', 'Scope', 'Validation', 'Follow-ups'],
    labels: [],
    approvedBy: [],
    changesRequestedBy: [],
    checks: { colour: 'green', red: [], pending: [] },
    mergeable: 'yes',
    ...own,
  };
}
