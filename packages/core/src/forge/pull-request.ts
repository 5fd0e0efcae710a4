/** A pull request, and what can be said of opening, watching and merging one. */
import type { Artifact } from '../journal/artifact.ts';
import type { CheckColour, ForgeCheck } from './checks.ts';

/** Who took it in: a person's name on the forge, or `harness`. */
export interface MergedState {
  readonly is: 'merged';
  readonly sha: string;
  readonly by: string;
}
export interface ClosedState {
  readonly is: 'closed';
  readonly by: string;
}
/** It does not go together with its base as it is now. Not every forge says which files. */
export interface Conflict {
  readonly is: 'conflict';
  readonly files: readonly string[];
}
/** Somebody pushed to the branch: what was reviewed is not what would be merged. */
export interface ChangedHead {
  readonly is: 'changed';
  readonly head: string;
}

/** What became of the target's own base when the one of the forge was fetched. */
export type BaseUpdate =
  | { readonly is: 'even' | 'moved' }
  /** It is behind, and stays there: `why` says what is in the way, and what brings it along. */
  | { readonly is: 'left'; readonly why: string }
  /** It has commits that the forge does not have. */
  | { readonly is: 'unpushed'; readonly commits: number };

export type OpenResult =
  | {
      readonly is: 'open';
      readonly pull: number;
      readonly url: string;
      readonly how: 'opened' | 'found' | 'reopened';
      /** A body that a person rewrote is kept as it is. */
      readonly body: 'written' | 'kept';
    }
  | (MergedState & { readonly pull: number });

export interface PullRequest {
  readonly pull: number;
  readonly url: string;
  readonly state: { readonly is: 'open' } | ClosedState | MergedState;
  readonly isDraft: boolean;
  readonly branch: string;
  readonly base: string;
  readonly head: string;
  readonly title: string;
  readonly body: Artifact;
  /** The headings of the second level in the body: what must be there can be looked up without reading it. */
  readonly sections: readonly string[];
  readonly labels: readonly string[];
  /** By the last word of each reviewer. */
  readonly approvedBy: readonly string[];
  readonly changesRequestedBy: readonly string[];
  readonly checks: {
    readonly colour: CheckColour;
    readonly red: readonly string[];
    readonly pending: readonly string[];
  };
  readonly mergeable: 'yes' | 'conflict' | 'unknown';
}

export type WatchedChecks =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly red: readonly ForgeCheck[] }
  /** Nobody checks anything here. */
  | { readonly is: 'none' }
  | { readonly is: 'timed-out'; readonly pending: readonly string[] }
  | Conflict
  | ChangedHead
  | ClosedState
  | MergedState;

export type MergeAnswer =
  | (MergedState & {
      readonly atMs: number;
      /** What became of a checkout of the base in the target: a dirty one is `left` as it was, and `why` says so. */
      readonly checkout: { readonly is: 'none' | 'moved' } | { readonly is: 'left'; readonly why: string };
    })
  | Conflict
  /** The base moved on since the checks: they must be green on what would really be merged. */
  | { readonly is: 'behind' }
  /** A rule of the forge stands against it: a missing review, a missing check. It may still be merged later. */
  | { readonly is: 'blocked'; readonly detail: string }
  | ChangedHead
  | ClosedState;

export type WatchedMerge = MergedState | ClosedState | ChangedHead | { readonly is: 'timed-out' };

export interface MergedPull extends MergedState {
  readonly pull: number;
  readonly branch: string;
  readonly atMs: number;
}
