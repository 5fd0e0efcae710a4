/** A run and its children, read and folded: for whoever looks, and owns nothing. */
import { type Entry, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import { rootOf, type Store } from './store/store.ts';

export interface StoredRun {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly log: FoldedJournal;
}

/** A run and its children, the run first. */
export async function readRunTree(store: Store, run: string): Promise<readonly StoredRun[]> {
  const found = await Promise.all((await store.members(rootOf(run))).map((member) => readStoredRun(store, member)));
  return found.filter(({ entries }) => entries.length > 0); // a first line that was torn never happened
}

export async function readStoredRun(store: Store, run: string): Promise<StoredRun> {
  const entries = await store.read(run);
  return { run, entries, log: foldJournal(entries) };
}
