/** A file that tells where a run stands: a view of its journal, rewritten after each move, before anything else happens. */
import type { Entry } from '@harness/core/journal/journal';

export interface ViewFile {
  /** What was in the journal before we came. */
  know(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
}
