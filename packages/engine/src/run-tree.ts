/** Reads a run and its children for processes that do not own them. */
import { type Entry, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import { isChildOf, rootOf, type Store } from './store/store.ts';
import { yieldTurn } from './turn.ts';

export interface StoredRun {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly log: FoldedJournal;
}

/** Returns the run first, then its children. */
export async function readRunTree(store: Store, run: string): Promise<readonly StoredRun[]> {
  const found = await readStoredRuns(store, await store.members(rootOf(run)));
  return found.filter(({ entries }) => entries.length > 0); // a torn first line: the run never started
}

/** Returns a child first, then its own children, without the rest of its run group. */
export async function readChildTree(store: Store, child: string): Promise<readonly StoredRun[]> {
  const below = (await store.members(rootOf(child))).filter((run) => isChildOf(run, child));
  return readStoredRuns(store, [child, ...below]);
}

/** One after the other: hundreds of short journals at once would stall a server like a long one. */
export async function readStoredRuns(store: Store, runs: readonly string[]): Promise<readonly StoredRun[]> {
  const found: StoredRun[] = [];
  for (const run of runs) {
    found.push(await readStoredRun(store, run));
    await yieldTurn();
  }
  return found;
}

export async function readStoredRun(store: Store, run: string): Promise<StoredRun> {
  const entries = await store.read(run);
  return { run, entries, log: foldJournal(entries) };
}
