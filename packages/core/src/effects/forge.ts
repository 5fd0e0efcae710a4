/**
 * What a machine may ask of a forge: a branch is pushed, a pull request opened, watched, labelled and merged.
 *
 *   F1. Every operation finds what an earlier try did: by the commit, by the branch, or by the mark of its effect.
 *   F2. Nothing is ever forced. What somebody else moved, changed or closed meanwhile is an answer or a failure.
 *   F3. A watch polls in its performer. Its time counts from `sinceMs`, which an earlier answer gave (`atMs`), so that a
 *       restart does not begin it anew.
 *
 * The agent holds no right to push: only these operations reach the forge.
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

const troubles: readonly FailureCode[] = [
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

/** Puts this commit on a branch of the forge. A branch that somebody else moved is left as it is. */
export const pushBranch: Operation<{ branch: string; commit: string }, { commit: string; atMs: number }> = {
  kind: 'forge',
  op: 'push-branch',
  samples: [{ commit: 'c1', atMs: 1 }],
  failures: ['forge.branch-moved', ...troubles],
};

/** Where the base of the forge stands, with its commits brought into the target; the target's own branch follows it. */
export const fetchBase: Operation<{ base: string }, { readonly commit: string; readonly local: BaseUpdate }> = {
  kind: 'forge',
  op: 'fetch-base',
  samples: [
    { commit: 'b1', local: { is: 'even' } },
    { commit: 'b1', local: { is: 'unpushed', commits: 1 } },
  ],
  failures: troubles,
};

/** One pull request a branch: an open one is found, a closed one reopened or made anew, a merged one is success. */
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
  failures: troubles,
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
  failures: troubles,
};

/** The open pull request of a branch, by its number; null when there is none. Changes nothing. */
export const findPull: Operation<{ branch: string; base: string }, { readonly pull: number | null }> = {
  kind: 'forge',
  op: 'find-pull',
  samples: [{ pull: 1 }, { pull: null }],
  failures: troubles,
};

/** How a watch is timed. */
export interface WatchTiming {
  readonly sinceMs: number;
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Until the checks have a colour. An empty list is believed only after `emptyAfterMs`: forges begin checks late. */
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
  failures: troubles,
};

export const labelPull: Operation<{ pull: number; label: string }, { label: string }> = {
  kind: 'forge',
  op: 'label-pull',
  samples: [{ label: 'agent/automerge' }],
  failures: troubles,
};

/** Merges exactly this head. */
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
  failures: troubles,
};

export const watchMerge: Operation<WatchTiming & { pull: number; head: string }, WatchedMerge> = {
  kind: 'forge',
  op: 'watch-merge',
  samples: [merged, closed, changed, { is: 'timed-out' }],
  failures: troubles,
};

/** The pull requests that were merged last, newest first. */
export const listMerged: Operation<{ base: string; most: number }, { readonly merged: readonly MergedPull[] }> = {
  kind: 'forge',
  op: 'list-merged',
  samples: [{ merged: [] }, { merged: [{ ...merged, pull: 1, branch: 'task/x', atMs: 1 }] }],
  failures: troubles,
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
