/** Services and definitions that the engine receives. It knows no workflow and no kind of effect (E4). */

import type { Performer } from '@harness/core/effects/performer';
import type { ReopenInput } from '@harness/core/effects/reopen';
import type { Failure } from '@harness/core/failure/failure';
import type { HoldReason } from '@harness/core/failure/hold-reason';
import type { End } from '@harness/core/journal/end';
import type { FailedStep } from '@harness/core/journal/failed-step';
import type { ChildProcess, Entry, FoldedJournal, NewEntry } from '@harness/core/journal/journal';
import type { LiveEvent } from '@harness/core/journal/live';
import type { Effect, Machine } from '@harness/core/machine/machine';
import type { Question } from '@harness/core/views/questions';
import { admitAll, type Gate } from './admission.ts';
import { type BudgetTracker, unlimitedBudget } from './budget-tracker.ts';
import { defaultRemedies, type RemedyLimits } from './choose-remedy.ts';
import type { Clock } from './clock.ts';
import type { Inbox } from './inbox.ts';
import type { DriveLimits } from './next-action.ts';
import type { Owner } from './store/store.ts';

export interface World extends DriveLimits {
  readonly machines: ReadonlyMap<string, Machine>;
  readonly performers: ReadonlyMap<string, Performer<AbortSignal>>;
  readonly clock: Clock;
  readonly owner: Owner;
  readonly admit: Gate;
  readonly purse: BudgetTracker;
  remediesFor(effect: Effect): RemedyLimits;
  /** Removes secrets. Everything in a journal passes through here first. */
  redact<Value>(value: Value): Value;
  /**
   * Finds the steps at which an ended child and its own children failed, and opens their lanes again (E11). Empty if it
   * cannot be resumed, or if a field of its input has another value now.
   */
  prepareReopen(input: ReopenInput): Promise<readonly FailedStep[]>;
  /** Entries to write before the next effect that the run requests; returned once. */
  preface(run: string, log: FoldedJournal): readonly NewEntry[];
  /** Entries to write just before a fact, because of it. */
  remarks(run: string, log: FoldedJournal, fact: NewEntry): readonly NewEntry[];
  inbox(run: string): Inbox;
  /** Ends processes that a dead owner left running for this effect. Returns the pids that it ended. */
  endOrphans(effect: string, processes: readonly ChildProcess[]): Promise<readonly number[]>;
  /** True if a person is present to answer. Otherwise the run does not wait. */
  attended(question: Question): boolean;
  observe(seen: Observation): void;
}

/** Events for observers: each entry when it is durable, and live events of agents. */
export type Observation =
  | { readonly type: 'entry'; readonly run: string; readonly seq: number; readonly entry: Entry }
  | { readonly type: 'live'; readonly run: string; readonly key: string; readonly event: LiveEvent };

export type DriveResult =
  | { readonly is: 'ended'; readonly end: End; readonly result: unknown }
  | { readonly is: 'waiting' }
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number }
  | { readonly is: 'held'; readonly because: HoldReason };

export const worldDefaults = {
  movesWithoutWait: 1_000,
  remediesFor: () => defaultRemedies,
  redact: <Value>(value: Value): Value => value,
  prepareReopen: async (): Promise<readonly FailedStep[]> => [],
  preface: (): readonly NewEntry[] => [],
  remarks: (): readonly NewEntry[] => [],
  admit: admitAll,
  purse: unlimitedBudget,
};
