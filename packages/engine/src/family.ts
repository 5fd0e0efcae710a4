/** A run and its children, read and folded: for whoever looks, and owns nothing. */
import { type Entry, fold, type Log } from '@harness/core/journal';
import { rootOf, type Store } from './store/store.ts';

export interface Found {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly log: Log;
}

/** A run and its children, the run first. */
export async function family(store: Store, run: string): Promise<readonly Found[]> {
  const found = await Promise.all((await store.members(rootOf(run))).map((member) => find(store, member)));
  return found.filter(({ entries }) => entries.length > 0); // a first line that was torn never happened
}

export async function find(store: Store, run: string): Promise<Found> {
  const entries = await store.read(run);
  return { run, entries, log: fold(entries) };
}
