/** The journals of a run and of its children, as everybody who folds them takes them. */
import type { RunLocation } from './artifact.ts';
import type { Entry } from './journal.ts';

export interface RunJournal {
  readonly run: string;
  readonly entries: readonly Entry[];
  /** Among the runs, where it is not said. */
  readonly place?: RunLocation;
}

/** The run's own journal first, then its children's: what they cost is its cost. */
export type RunTree = readonly [RunJournal, ...RunJournal[]];
