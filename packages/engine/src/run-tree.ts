/** Reads a run and its children for processes that do not own them. */
import { type Entry, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import { rootOf, type Store } from './store/store.ts';

export interface StoredRun {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly log: FoldedJournal;
}

/** Returns the run first, then its children. */
export async function readRunTree(store: Store, run: string): Promise<readonly StoredRun[]> {
  const found = await Promise.all((await store.members(rootOf(run))).map((member) => readStoredRun(store, member)));
  return found.filter(({ entries }) => entries.length > 0); // a torn first line: the run never started
}

export async function readStoredRun(store: Store, run: string): Promise<StoredRun> {
  const entries = await store.read(run);
  return { run, entries, log: foldJournal(entries) };
}
