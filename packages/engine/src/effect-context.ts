/** What is at hand while one need is brought to its answer. */
import type { Failure } from '@harness/core/failure/failure';
import type { HoldReason } from '@harness/core/failure/hold-reason';
import type { IdleState } from './idle.ts';
import type { OpenJournal } from './journal.ts';
import type { Need } from './next-action.ts';
import type { RunGroup } from './run-group.ts';
import type { World } from './world.ts';

export interface EffectContext {
  readonly journal: OpenJournal;
  readonly world: World;
  readonly crew: RunGroup;
  /** Keys that an earlier process left in flight; each is taken off by its first try here. */
  readonly inherited: Set<string>;
  readonly signal: AbortSignal;
  /** Where it works; given up while it waits for another try. */
  readonly place: Slot;
  /** All that is open beside it: only the last answer may wait for the move to become durable. */
  readonly open: readonly Need[];
  /** Says whether it can still come by itself. Until it is said, it moves. */
  resting(rest: () => IdleState): void;
}

/** The place of an effect among those that work at the same time (see place). */
export interface Slot {
  /** Nothing when it is taken, else what holds the effect. At once where nobody has to wait: what is asked for together is one append (E1). */
  enter(): HeldEffect | undefined | Promise<HeldEffect | undefined>;
  leave(): void;
}

export type HeldEffect =
  /** Nobody here will bring it. */
  | { readonly is: 'waiting' }
  /** It will be tried again when a person resumes the run. */
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number }
  /** It was not let in. */
  | { readonly is: 'held'; readonly because: HoldReason };

/** Several that are held: a reason to try again later says more than that a person is waited for. */
export const holdReason = (all: readonly HeldEffect[]): HeldEffect =>
  all.find(({ is }) => is === 'held') ?? all.find(({ is }) => is === 'parked') ?? { is: 'waiting' };

export type EffectResult = { readonly is: 'answered' } | HeldEffect;

/** What a wait came to. `by` names the message that brought it: each is used once. */
export type WaitResult = { readonly is: 'came'; readonly value: unknown; readonly by?: string } | HeldEffect;

export type WaitHandler = (need: Need, context: EffectContext) => Promise<WaitResult>;
