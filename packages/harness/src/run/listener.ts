/** A listener receives every entry of a run and its children while this process hosts the run. */
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Observation } from '@harness/engine/world';

export interface Listener {
  /** Receives a journal as it was before this process owned the run. */
  load?(journal: RunJournal): void;
  /** Receives the journal of an ended run before it is opened again: a listener may have forgotten it. */
  reload?(journal: RunJournal): void;
  see?(observation: Observation): void;
  /** Called while this process still owns the run. */
  close?(): void;
  /** Resolves when everything that the listener started has ended; called after the run is released. */
  settled?(): Promise<void>;
}

/** Adapts a listener that only needs entries. */
export const listenToEntries = (one: {
  know?(run: string, entries: readonly Entry[]): void;
  knowAgain?(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
}): Listener => ({
  load: ({ run, entries }) => one.know?.(run, entries),
  reload: ({ run, entries }) => one.knowAgain?.(run, entries),
  see: (observation) => {
    if (observation.type === 'entry') one.see(observation.run, observation.entry);
  },
});
