/** One door for every forge: what the performer asks, in the words of `core`. Trouble is thrown as a `ForgeError`. */
import type {
  ClosedState,
  MergeAnswer,
  MergedPull,
  MergedState,
  OpenResult,
  PullRequest,
} from '@harness/core/effects/forge';
import type { PerformContext } from '@harness/core/effects/performer';
import type { ForgeCheck } from '@harness/core/forge/checks';
import type { Review } from '@harness/core/forge/reviews';

/** Whose work it is. */
export interface ForgeTask {
  /** `<run>/<key>`: the same on every try. */
  readonly effect: string;
  readonly run: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** For a forge that runs the checks itself. */
  readonly context: PerformContext<AbortSignal>;
}

/** A pull request as one look shows it; its reviews and checks are looked at apart, because that costs. */
export interface PullSnapshot
  extends Omit<PullRequest, 'body' | 'sections' | 'approvedBy' | 'changesRequestedBy' | 'checks'> {
  readonly state: { readonly is: 'open' } | ClosedState | MergedState;
  readonly body: string;
}

export interface CheckList {
  readonly checks: readonly ForgeCheck[];
  /** Whether others may still be added: then an empty list means nothing yet. */
  readonly mayGrow: boolean;
}

export interface PushArgs {
  readonly branch: string;
  readonly commit: string;
}
export interface OpenArgs {
  readonly branch: string;
  readonly base: string;
  readonly head: string;
  readonly title: string;
  readonly body: string;
}
export interface MergeArgs {
  readonly pull: number;
  readonly head: string;
  readonly title: string;
  readonly message: string;
}

export interface AdvanceArgs {
  readonly base: string;
  readonly from: string;
  readonly commit: string;
}

export interface Forge {
  push(args: PushArgs, task: ForgeTask): Promise<void>;
  fetchBase(base: string, task: ForgeTask): Promise<string>;
  /** Moves the base on to a commit of our own. False when it is not where it was seen: nothing is forced. */
  advance(args: AdvanceArgs, task: ForgeTask): Promise<boolean>;
  open(args: OpenArgs, task: ForgeTask): Promise<OpenResult>;
  /** The open one of a branch and base; null when there is none. */
  find(branch: string, base: string, task: ForgeTask): Promise<number | null>;
  look(pull: number, task: ForgeTask): Promise<PullSnapshot>;
  reviews(pull: number, task: ForgeTask): Promise<readonly Review[]>;
  /** The files in which it conflicts with its base; none where the forge does not say. */
  conflicts(look: PullSnapshot, task: ForgeTask): Promise<readonly string[]>;
  /** Has them run, where nobody else does. */
  runChecks(look: PullSnapshot, task: ForgeTask): Promise<void>;
  checks(look: PullSnapshot, task: ForgeTask): Promise<CheckList>;
  /** The same checks, with what can be found out about why they are red. */
  explain(red: readonly ForgeCheck[], task: ForgeTask): Promise<readonly ForgeCheck[]>;
  /** Whether one commit comes before another: a forge may show for a moment what was there before our push. */
  precedes(one: string, other: string): Promise<boolean>;
  label(pull: number, label: string, task: ForgeTask): Promise<void>;
  merge(args: MergeArgs, task: ForgeTask): Promise<MergeAnswer>;
  listMerged(base: string, most: number, task: ForgeTask): Promise<readonly MergedPull[]>;
}
