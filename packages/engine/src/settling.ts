/** What is at hand while one need is brought to its answer. */
import type { Failure } from '@harness/core/failure';
import type { Hold } from '@harness/core/hold';
import type { Crew } from './crew.ts';
import type { Journal } from './journal.ts';
import type { Need } from './plan.ts';
import type { Rest } from './rest.ts';
import type { World } from './world.ts';

export interface Settling {
  readonly journal: Journal;
  readonly world: World;
  readonly crew: Crew;
  /** Keys that an earlier process left in flight; each is taken off by its first try here. */
  readonly inherited: Set<string>;
  readonly signal: AbortSignal;
  /** Where it works; given up while it waits for another try. */
  readonly place: Place;
  /** All that is open beside it: only the last answer may wait for the move to become durable. */
  readonly open: readonly Need[];
  /** Says whether it can still come by itself. Until it is said, it moves. */
  resting(rest: () => Rest): void;
}

/** The place of an effect among those that work at the same time (see place). */
export interface Place {
  /** Nothing when it is taken, else what holds the effect. At once where nobody has to wait: what is asked for together is one append (E1). */
  enter(): Held | undefined | Promise<Held | undefined>;
  leave(): void;
}

export type Held =
  /** Nobody here will bring it. */
  | { readonly is: 'waiting' }
  /** It will be tried again when a person resumes the run. */
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number }
  /** It was not let in. */
  | { readonly is: 'held'; readonly because: Hold };

/** Several that are held: a reason to try again later says more than that a person is waited for. */
export const heldBy = (all: readonly Held[]): Held =>
  all.find(({ is }) => is === 'held') ?? all.find(({ is }) => is === 'parked') ?? { is: 'waiting' };

export type Settled = { readonly is: 'answered' } | Held;

/** What a wait came to. `by` names the message that brought it: each is used once. */
export type Came = { readonly is: 'came'; readonly value: unknown; readonly by?: string } | Held;

export type Wait = (need: Need, context: Settling) => Promise<Came>;
