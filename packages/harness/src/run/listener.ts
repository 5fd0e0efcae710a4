/** A listener hears of everything that is written to a run and its children while this process hosts it. */
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Observation } from '@harness/engine/world';

export interface Listener {
  /** Reads a journal as it was before this process owned the run. */
  load?(journal: RunJournal): void;
  see?(seen: Observation): void;
  /** Called while this process still owns the run. */
  close?(): void;
  /** Resolves when everything that the listener started has ended; called after the run is released. */
  settled?(): Promise<void>;
}

/** Turns a listener of entries alone into a listener. */
export const listenToEntries = (one: {
  know?(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
}): Listener => ({
  load: ({ run, entries }) => one.know?.(run, entries),
  see: (seen) => {
    if (seen.type === 'entry') one.see(seen.run, seen.entry);
  },
});
