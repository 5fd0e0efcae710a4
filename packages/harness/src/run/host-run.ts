/**
 * A run in this process, whoever asked for it: owned, observed, driven and given back. In front of a person, in the daemon and
 * when a run is only ended it is the same; what differs is who listens.
 */
import type { RunJournal } from '@harness/core/journal/run-tree';
import { readRunTree } from '@harness/engine/run-tree';
import type { Owner } from '@harness/engine/store/store';
import type { Observation, World } from '@harness/engine/world';
import { type Composition, compose } from './compose.ts';

/** Somebody who is told what is written. They are told in their order, and leave in the same. */
export interface Listener {
  /** What was there before we came. */
  know?(journal: RunJournal): void;
  see?(seen: Observation): void;
  /** Something threw: before anybody leaves. */
  crashed?(error: unknown): void;
  /** While the run is still ours. */
  leave?(): void;
  /** When it is not any more: what was begun is waited for. */
  settled?(): Promise<void>;
}

type Given = Pick<Composition, 'root' | 'store' | 'settings' | 'attended'> & Partial<Composition>;

export interface Hosting extends Omit<Given, 'owner' | 'journals' | 'observe'> {
  readonly run: string;
  readonly takeOver?: boolean;
  readonly listeners: readonly Listener[];
  /** What can be made only when the journals are known: a record, the other runs. */
  before?(journals: readonly RunJournal[]): Promise<Partial<Composition>>;
  /** Another world than the usual one, such as the queue's. */
  readonly compose?: (composition: Composition) => World;
}

export async function hostRun<T>(
  { run, takeOver = false, listeners, before, compose: worldOf = compose, ...given }: Hosting,
  drive: (world: World) => Promise<T>,
): Promise<T> {
  let owner: Owner | undefined;
  try {
    owner = await given.store.own(run, { takeOver }); // who listens already leaves, also when it is another's
    const journals = await readRunTree(given.store, run);
    for (const journal of journals) for (const one of listeners) one.know?.(journal);
    const observe = (seen: Observation) => {
      for (const one of listeners) one.see?.(seen);
    };
    const more = (await before?.(journals)) ?? {};
    return await drive(worldOf({ ...given, ...more, owner, journals, observe }));
  } catch (error) {
    if (owner) for (const one of listeners) one.crashed?.(error); // what is another's has not crashed here
    throw error;
  } finally {
    for (const one of listeners) one.leave?.();
    await owner?.release();
    for (const one of listeners) await one.settled?.();
  }
}

/** A view file, hooks or people: whoever only looks at entries. */
export const ofEntries = (one: {
  know?(run: string, entries: RunJournal['entries']): void;
  see(run: string, entry: Extract<Observation, { type: 'entry' }>['entry']): void;
}): Listener => ({
  know: ({ run, entries }) => one.know?.(run, entries),
  see: (seen) => {
    if (seen.type === 'entry') one.see(seen.run, seen.entry);
  },
});
