/** Types of a pull request, and of the results of opening, watching and merging one. */
import type { Artifact } from '../journal/artifact.ts';
import type { CheckColour, ForgeCheck } from './checks.ts';

/** `by` is a user of the forge, or `harness`. */
export interface MergedState {
  readonly is: 'merged';
  readonly sha: string;
  readonly by: string;
}
export interface ClosedState {
  readonly is: 'closed';
  readonly by: string;
}
/** The branch conflicts with its base. Not every forge names the files. */
export interface Conflict {
  readonly is: 'conflict';
  readonly files: readonly string[];
}
/** Commits were pushed to the branch: the reviewed head is not the head to merge. */
export interface ChangedHead {
  readonly is: 'changed';
  readonly head: string;
}

/** Result of updating the local base branch after a fetch. */
export type BaseUpdate =
  | { readonly is: 'even' | 'moved' }
  /** It is behind and was not updated; `why` names the reason and the fix. */
  | { readonly is: 'left'; readonly why: string }
  /** It has commits that the forge does not have. */
  | { readonly is: 'unpushed'; readonly commits: number };

export type OpenResult =
  | {
      readonly is: 'open';
      readonly pull: number;
      readonly url: string;
      readonly how: 'opened' | 'found' | 'reopened';
      /** `kept` if a person rewrote the body. */
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
  /** Second-level headings of the body, to check it without reading it. */
  readonly sections: readonly string[];
  readonly labels: readonly string[];
  /** By the latest review of each reviewer. */
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
  | { readonly is: 'none' }
  | { readonly is: 'timed-out'; readonly pending: readonly string[] }
  | Conflict
  | ChangedHead
  | ClosedState
  | MergedState;

export type MergeAnswer =
  | (MergedState & {
      readonly atMs: number;
      /** Result of updating a checkout of the base; a dirty one is `left`, and `why` names the reason. */
      readonly checkout: { readonly is: 'none' | 'moved' } | { readonly is: 'left'; readonly why: string };
    })
  | Conflict
  /** The base has moved since the checks: they must be green on the merged result. */
  | { readonly is: 'behind' }
  /** A rule of the forge forbids it, such as a missing review. It may be merged later. */
  | { readonly is: 'blocked'; readonly detail: string }
  | ChangedHead
  | ClosedState;

export type WatchedMerge = MergedState | ClosedState | ChangedHead | { readonly is: 'timed-out' };

export interface MergedPull extends MergedState {
  readonly pull: number;
  readonly branch: string;
  readonly atMs: number;
}
