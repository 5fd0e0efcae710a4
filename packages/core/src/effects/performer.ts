/** What performs one kind of effect in the world. `Signal` is the platform's abort signal, which `core` does not know. */
import type { Allowance } from '../budget/budget.ts';
import type { CallCost } from '../budget/usage.ts';
import type { Failure, Outcome } from '../failure/failure.ts';
import type { LiveEvent } from '../journal/live.ts';
import type { NoteCode, NoteParams } from '../journal/note.ts';

/**
 * What a restart does with an effect that was asked and never answered:
 * `repeat` it; `reconcile`, which is to look for the key before acting; or `ask` a person, because nobody can look it up.
 */
export type AfterCrash = 'repeat' | 'reconcile' | 'ask';

export interface Performed {
  readonly outcome: Outcome<unknown>;
  readonly spent?: CallCost;
}

export interface PerformContext<Signal> {
  readonly run: string;
  /** The same on every try, so that a performer can find what an earlier one left behind. Unique within the run. */
  readonly key: string;
  /** An earlier process asked for this and died before it was answered. */
  readonly interrupted: boolean;
  /** What the last try failed with, if this is not the first. */
  readonly earlier: Failure | undefined;
  readonly signal: Signal;
  /** How much it may use right now: one row a limit. */
  allowances(): readonly Allowance[];
  /** A fact for the journal; durable when it resolves. */
  note<Code extends NoteCode>(code: Code, params: NoteParams<Code>): Promise<void>;
  /** What is happening right now, for whoever watches; never journalled. */
  report(event: LiveEvent): void;
}

export interface Performer<Signal> {
  readonly kind: string;
  readonly afterCrash: AfterCrash;
  perform(input: unknown, context: PerformContext<Signal>): Promise<Performed>;
}
