/** Everything the engine is given. It knows no workflow and no kind of effect: both arrive here (E4). */

import type { Performer } from '@harness/core/effects/performer';
import type { Failure } from '@harness/core/failure/failure';
import type { HoldReason } from '@harness/core/failure/hold-reason';
import type { End } from '@harness/core/journal/end';
import type { ChildProcess, Entry, FoldedJournal, NewEntry } from '@harness/core/journal/journal';
import type { LiveEvent } from '@harness/core/journal/live';
import type { Effect, Machine } from '@harness/core/machine/machine';
import type { Question } from '@harness/core/views/questions';
import { admitAll, type Gate } from './admission.ts';
import { type BudgetTracker, unlimitedBudget } from './budget-tracker.ts';
import { defaultRemedies, type RemedyLimits } from './choose-remedy.ts';
import type { Clock } from './clock.ts';
import type { Inbox } from './inbox.ts';
import type { PlanLimits } from './next-action.ts';
import type { Owner } from './store/store.ts';

export interface World extends PlanLimits {
  readonly machines: ReadonlyMap<string, Machine>;
  readonly performers: ReadonlyMap<string, Performer<AbortSignal>>;
  readonly clock: Clock;
  readonly owner: Owner;
  readonly admit: Gate;
  readonly purse: BudgetTracker;
  /** What is done about the failures of this effect. */
  remediesFor(effect: Effect): RemedyLimits;
  /** Takes out what must not be written: everything that a journal holds went through here first. */
  redact<Value>(value: Value): Value;
  /** What stands in the journal of a run before the first thing that it asks for from now on; once. */
  preface(run: string): readonly NewEntry[];
  /** What stands in a journal just before a fact, because of it; once, as the fact itself. */
  remarks(run: string, log: FoldedJournal, fact: NewEntry): readonly NewEntry[];
  inbox(run: string): Inbox;
  /** Ends what a dead owner left running for this effect; answers with the pids that it had to end. */
  endOrphans(effect: string, processes: readonly ChildProcess[]): Promise<readonly number[]>;
  /** Is somebody here who will answer this? If not, the run does not wait for it. */
  attended(question: Question): boolean;
  observe(seen: Observation): void;
}

/** What whoever watches is told: each entry once it is durable, and what agents do meanwhile. */
export type Observation =
  | { readonly type: 'entry'; readonly run: string; readonly seq: number; readonly entry: Entry }
  | { readonly type: 'live'; readonly run: string; readonly key: string; readonly event: LiveEvent };

/** How far a run came before it could go no further by itself. */
export type DriveResult =
  | { readonly is: 'ended'; readonly end: End; readonly result: unknown }
  | { readonly is: 'waiting' }
  | { readonly is: 'parked'; readonly because: Failure; readonly untilMs: number }
  | { readonly is: 'held'; readonly because: HoldReason };

export const worldDefaults = {
  movesWithoutWait: 1_000,
  remediesFor: () => defaultRemedies,
  redact: <Value>(value: Value): Value => value,
  preface: (): readonly NewEntry[] => [],
  remarks: (): readonly NewEntry[] => [],
  admit: admitAll,
  purse: unlimitedBudget,
};
