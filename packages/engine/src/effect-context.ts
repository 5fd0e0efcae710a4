/** State and services for settling one need. */
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
  readonly group: RunGroup;
  /** Keys that an earlier process left in flight. The first try here removes its key. */
  readonly inherited: Set<string>;
  readonly signal: AbortSignal;
  /** Slot of the effect; freed while it waits for another try. */
  readonly slot: Slot;
  /** All needs that are open with it. Only the last answer may wait for the move to become durable. */
  readonly open: readonly Need[];
  /** Reports the idle state of this need; `moves` until the first report. */
  setIdleState(rest: () => IdleState): void;
}

/** Slot of an effect among those that run at the same time. */
export interface Slot {
  /** `undefined` if the effect got its slot. Synchronous if a slot is free: joint requests are one append (E1). */
  enter(): HeldEffect | undefined | Promise<HeldEffect | undefined>;
  leave(): void;
}

export type HeldEffect =
  /** No answer can arrive in this process. */
  | { readonly is: 'waiting' }
  /** It is tried again when a person resumes the run. */
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number }
  | { readonly is: 'held'; readonly because: HoldReason };

/** One reason for several held effects: a reason to retry later wins over waiting for a person. */
export const holdReason = (all: readonly HeldEffect[]): HeldEffect =>
  all.find(({ is }) => is === 'held') ?? all.find(({ is }) => is === 'parked') ?? { is: 'waiting' };

export type EffectResult = { readonly is: 'answered' } | HeldEffect;

/** Result of a wait. `by` is the id of the message that answered it; each message is used once. */
export type WaitResult = { readonly is: 'came'; readonly value: unknown; readonly by?: string } | HeldEffect;

export type WaitHandler = (need: Need, context: EffectContext) => Promise<WaitResult>;
