/**
 * The journal of a run while it is owned: folded as it grows.
 *
 * Notes are folded at once and made durable by `flush`, in order, as one append. Whatever rejects once rejects for ever:
 * after a failed write nobody knows what is on the disk, so nothing more is written.
 */
import { add, type Entry, emptyLog, type Fact, type Log } from '@harness/core/journal';
import type { World } from './world.ts';

export interface Journal {
  readonly run: string;
  readonly log: Log;
  note(fact: Fact): void;
  flush(): Promise<void>;
}

export async function openJournal(run: string, { owner, clock, observe }: World): Promise<Journal> {
  const writer = await owner.open(run);
  const log = writer.entries.reduce(add, emptyLog());
  let notes: Entry[] = [];
  let durable = log.length;
  let last = Promise.resolve();
  const journal: Journal = {
    run,
    log,
    note(fact) {
      const entry = { ...fact, atMs: clock.nowMs() } as Entry;
      notes.push(entry);
      add(log, entry);
    },
    flush() {
      last = last.then(async () => {
        const batch = notes;
        notes = [];
        if (batch.length === 0) return;
        await writer.append(batch);
        for (const entry of batch) observe({ type: 'entry', run, seq: ++durable, entry });
      });
      return last;
    },
  };
  if (writer.repaired !== undefined)
    journal.note({ type: 'noted', code: 'run.repaired', params: { keptAs: writer.repaired } });
  return journal;
}
