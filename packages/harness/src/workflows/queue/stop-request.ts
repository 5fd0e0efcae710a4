/**
 * Finds a request to stop the queue that its run has not taken.
 *
 * A frozen queue may be between two steps: it takes no signal there. Its daemon exits for such a request, and the next
 * start removes it, because it was meant for the daemon before.
 */

import { foldJournal } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Listener } from '../../run/listener.ts';

export interface StopRequests extends Listener {
  isRequested(): Promise<boolean>;
}

export function watchStopRequests(store: Pick<JsonlStore, 'inbox'>, queue: string): StopRequests {
  let taken: ReadonlySet<string> = new Set();
  return {
    load({ run, entries }: RunJournal) {
      if (run === queue) taken = foldJournal(entries).taken;
    },
    see(seen) {
      if (seen.type !== 'entry' || seen.run !== queue || seen.entry.type !== 'answered') return;
      if (seen.entry.by !== undefined) taken = new Set([...taken, seen.entry.by]);
    },
    isRequested: async () => (await findStopRequests(store, queue, taken)).length > 0,
  };
}

/** The ids of the requests that are not taken. */
export async function findStopRequests(
  store: Pick<JsonlStore, 'inbox'>,
  queue: string,
  taken: ReadonlySet<string>,
): Promise<readonly string[]> {
  const received = await store.inbox(queue).read();
  return received.flatMap(({ id, message }) => {
    const isStop = message.type === 'signal' && message.name === 'queue' && message.choice === 'stop';
    return isStop && !taken.has(id) ? [id] : [];
  });
}
