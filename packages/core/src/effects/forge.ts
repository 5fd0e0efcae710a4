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
import { operationsOf } from './operation.ts';

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
const forgeOperation = operationsOf('forge', ...forgeFailures);
const merged: MergedState = { is: 'merged', sha: 'm1', by: 'someone' };
const closed: ClosedState = { is: 'closed', by: 'someone' };
const changed: ChangedHead = { is: 'changed', head: 'c2' };

/** Pushes a commit to a branch of the forge. It does not overwrite a branch that others moved. */
export const pushBranch = forgeOperation<{ branch: string; commit: string }, { commit: string; atMs: number }>(
  'push-branch',
  [{ commit: 'c1', atMs: 1 }],
  ['forge.branch-moved', ...forgeFailures],
);

/** Fetches the base of the forge into the target repository, and updates the local base branch. */
export const fetchBase = forgeOperation<{ base: string }, { readonly commit: string; readonly local: BaseUpdate }>(
  'fetch-base',
  [
    { commit: 'b1', local: { is: 'even' } },
    { commit: 'b1', local: { is: 'unpushed', commits: 1 } },
  ],
);

/** Keeps one pull request per branch: finds an open one, reopens or replaces a closed one, accepts a merged one. */
export const openPull = forgeOperation<
  { branch: string; base: string; head: string; title: string; body: string },
  OpenResult
>('open-pull', [
  { is: 'open', pull: 1, url: 'u', how: 'opened', body: 'written' },
  { ...merged, pull: 1 },
]);

export const readPull = forgeOperation<{ pull: number; ignore?: readonly string[] }, PullRequest>('read-pull', [
  samplePull({}),
  samplePull({ isDraft: true, changesRequestedBy: ['someone'], mergeable: 'conflict', sections: [] }),
  samplePull({ state: closed }),
  samplePull({ state: merged }),
]);

/** Finds the open pull request of a branch; `null` if there is none. Reads only. */
export const findPull = forgeOperation<{ branch: string; base: string }, { readonly pull: number | null }>(
  'find-pull',
  [{ pull: 1 }, { pull: null }],
);

export interface WatchTiming {
  readonly sinceMs: number;
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Waits until the checks are finished. An empty list counts only after `emptyAfterMs`, because forges start checks late. */
export const watchChecks = forgeOperation<
  WatchTiming & { pull: number; head: string; emptyAfterMs: number; ignore: readonly string[] },
  WatchedChecks
>('watch-checks', [
  { is: 'green' },
  { is: 'red', red: [{ name: 'test', colour: 'red', url: '', detail: '1 failed' }] },
  { is: 'none' },
  { is: 'timed-out', pending: ['test'] },
  { is: 'conflict', files: ['src/a.ts'] },
  changed,
  closed,
  merged,
]);

export const labelPull = forgeOperation<{ pull: number; label: string }, { label: string }>('label-pull', [
  { label: 'agent/automerge' },
]);

/** Merges only if the pull request still has this head, and its checks are green except those in `ignore`. */
export const mergePull = forgeOperation<
  { pull: number; head: string; title: string; message: string; ignore?: readonly string[] | undefined },
  MergeAnswer
>('merge-pull', [
  { ...merged, atMs: 1, checkout: { is: 'moved' } },
  { is: 'conflict', files: ['src/a.ts'] },
  { is: 'behind' },
  { is: 'blocked', detail: 'a review is missing' },
  changed,
  closed,
]);

export const watchMerge = forgeOperation<WatchTiming & { pull: number; head: string }, WatchedMerge>('watch-merge', [
  merged,
  closed,
  changed,
  { is: 'timed-out' },
]);

/** Lists the latest merged pull requests, newest first. */
export const listMerged = forgeOperation<{ base: string; most: number }, { readonly merged: readonly MergedPull[] }>(
  'list-merged',
  [{ merged: [] }, { merged: [{ ...merged, pull: 1, branch: 'task/x', atMs: 1 }] }],
);

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
