/** Performs one kind of effect. `Signal` is the platform's abort signal, which `core` does not know. */
import type { Allowance } from '../budget/budget.ts';
import type { CallCost } from '../budget/usage.ts';
import type { Failure, Outcome } from '../failure/failure.ts';
import type { LiveEvent } from '../journal/live.ts';
import type { NoteCode, NoteParams } from '../journal/note.ts';

/**
 * How a restart handles an effect without an answer: `repeat` it, `reconcile` (look for the result of its key first), or
 * `ask` a person because its result is unknown.
 */
export type AfterCrash = 'repeat' | 'reconcile' | 'ask';

export interface PerformResult {
  readonly outcome: Outcome<unknown>;
  readonly spent?: CallCost;
}

export interface PerformContext<Signal> {
  readonly run: string;
  /** The same on every try, so that a performer finds the result of an earlier one. Unique within the run. */
  readonly key: string;
  /** Whether an earlier process requested it and died before the answer. */
  readonly interrupted: boolean;
  /** The failure of the last try; `undefined` on the first. */
  readonly earlier: Failure | undefined;
  readonly signal: Signal;
  /** The usage that it is still allowed, one row per limit. */
  allowances(): readonly Allowance[];
  /** Writes a note to the journal; resolves when it is durable. */
  note<Code extends NoteCode>(code: Code, params: NoteParams<Code>): Promise<void>;
  /** Reports live progress; never journalled. */
  report(event: LiveEvent): void;
}

export interface Performer<Signal> {
  readonly kind: string;
  readonly afterCrash: AfterCrash;
  perform(input: unknown, context: PerformContext<Signal>): Promise<PerformResult>;
}
