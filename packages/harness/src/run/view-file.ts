/** Writes the files that show the progress of a run: views of its journal, rewritten after each move. */
import { dirname } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { createFolder, replaceDurableFile } from '@harness/engine/store/durable-file';

export interface ViewFile {
  /** Receives the entries that were in the journal when this process started. */
  know(run: string, entries: readonly Entry[]): void;
  /** Receives the entries of an ended run that is opened again; absent if the view forgets no run. */
  knowAgain?(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
}

/** A view that learns from every entry, and shows only those that this process adds. */
export const createView = <Learned>(
  learn: (run: string, entry: Entry) => Learned,
  show: (run: string, entry: Entry, learned: Learned) => void,
): ViewFile => ({
  know(run, entries) {
    for (const entry of entries) learn(run, entry);
  },
  see: (run, entry) => show(run, entry, learn(run, entry)),
});

/** Replaces a view file. It is not synced, because it can be written again from the journal. */
export function replaceView(path: string, content: string | Uint8Array, mode = 0o666): void {
  createFolder(dirname(path));
  replaceDurableFile(path, content, { durable: false, mode });
}
