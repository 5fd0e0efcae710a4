/** What is at hand while one need is brought to its answer. */
import type { Failure } from '@harness/core/failure';
import type { Journal } from './journal.ts';
import type { Need } from './plan.ts';
import type { Standing, World } from './world.ts';

export interface Settling {
  readonly journal: Journal;
  readonly world: World;
  /** Keys that an earlier process left in flight; each is taken off by its first try here. */
  readonly inherited: Set<string>;
  readonly signal: AbortSignal;
  /** All that is open beside it: only the last answer may wait for the move to become durable. */
  readonly open: readonly Need[];
  /** Drives a child run as far as it can go. */
  driveChild(run: string): Promise<Standing>;
}

export type Held =
  /** Nobody here will bring it. */
  | { readonly is: 'waiting' }
  /** It will be tried again when a person resumes the run. */
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number };

export type Settled = { readonly is: 'answered' } | Held;

/** What a wait came to. `by` names the message that brought it: each is used once. */
export type Came = { readonly is: 'came'; readonly value: unknown; readonly by?: string } | Held;

export type Wait = (need: Need, context: Settling) => Promise<Came>;
