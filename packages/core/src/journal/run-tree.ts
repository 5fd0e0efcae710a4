/** The journals of a run and its children. */
import type { RunLocation } from './artifact.ts';
import type { Entry } from './journal.ts';

export interface RunJournal {
  readonly run: string;
  readonly entries: readonly Entry[];
  /** `runs` by default. */
  readonly place?: RunLocation;
}

/** The run's journal first, then its children's, whose cost is part of the run's. */
export type RunTree = readonly [RunJournal, ...RunJournal[]];
