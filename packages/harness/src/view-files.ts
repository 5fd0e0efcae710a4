/** The files that tell where a run stands: views of its journal, rewritten after each move, before anything else happens. */
import type { Entry } from '@harness/core/journal';
import { featuresFileIn } from './mission/features-file.ts';
import { stateFileIn } from './task/state-file.ts';

export interface ViewFile {
  /** What was in the journal before we came. */
  know(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
}

/** Whoever tells of a run in a file of its own is a row here. */
const tellers: readonly ((root: string) => ViewFile)[] = [stateFileIn, featuresFileIn];

export function viewFilesIn(root: string): ViewFile {
  const files = tellers.map((teller) => teller(root));
  return {
    know: (run, entries) => {
      for (const file of files) file.know(run, entries);
    },
    see: (run, entry) => {
      for (const file of files) file.see(run, entry);
    },
  };
}
