/** Common interface of every forge. Failures are thrown as a `ForgeError`. */
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

export interface ForgeTask {
  /** `<run>/<key>`: the same on every try. */
  readonly effect: string;
  readonly run: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** For a forge that runs the checks itself. */
  readonly context: PerformContext<AbortSignal>;
}

/** A pull request without its reviews and checks, which cost extra requests. */
export interface PullSnapshot
  extends Omit<PullRequest, 'body' | 'sections' | 'approvedBy' | 'changesRequestedBy' | 'checks'> {
  readonly state: { readonly is: 'open' } | ClosedState | MergedState;
  readonly body: string;
}

export interface CheckList {
  readonly checks: readonly ForgeCheck[];
  /** Whether more checks may be added: then an empty list is not final. */
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
  /**
   * The commit before the work, if the work was committed on the base itself: a forge whose base is the branch of the
   * checkout has it already, and shows the change since then.
   */
  readonly since?: string;
}
export interface MergeArgs {
  readonly pull: number;
  readonly head: string;
  readonly title: string;
  readonly message: string;
  /** Checks that a person ignored: they may be red. */
  readonly ignore?: readonly string[] | undefined;
}

export interface AdvanceArgs {
  readonly base: string;
  readonly from: string;
  readonly commit: string;
}

export interface Forge {
  push(args: PushArgs, task: ForgeTask): Promise<void>;
  fetchBase(base: string, task: ForgeTask): Promise<string>;
  /** Moves the base to a commit of the harness, without force. Returns false if the base has moved. */
  advance(args: AdvanceArgs, task: ForgeTask): Promise<boolean>;
  open(args: OpenArgs, task: ForgeTask): Promise<OpenResult>;
  /** The open pull request of a branch and base; `null` if there is none. */
  find(branch: string, base: string, task: ForgeTask): Promise<number | null>;
  look(pull: number, task: ForgeTask): Promise<PullSnapshot>;
  reviews(pull: number, task: ForgeTask): Promise<readonly Review[]>;
  /** Files that conflict with the base; empty if the forge does not report them. */
  conflicts(look: PullSnapshot, task: ForgeTask): Promise<readonly string[]>;
  /** Runs the checks if no other service does. */
  runChecks(look: PullSnapshot, task: ForgeTask): Promise<void>;
  checks(look: PullSnapshot, task: ForgeTask): Promise<CheckList>;
  /** Adds the reason to red checks, if it is available. */
  explain(red: readonly ForgeCheck[], task: ForgeTask): Promise<readonly ForgeCheck[]>;
  /** Whether one commit precedes another: a forge may briefly show the state before our push. */
  precedes(one: string, other: string): Promise<boolean>;
  label(pull: number, label: string, task: ForgeTask): Promise<void>;
  merge(args: MergeArgs, task: ForgeTask): Promise<MergeAnswer>;
  listMerged(base: string, most: number, task: ForgeTask): Promise<readonly MergedPull[]>;
}
