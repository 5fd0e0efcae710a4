/**
 * The journal of a run while it is owned: folded as it grows.
 *
 * Notes are folded at once and made durable by `flush`, in order, as one append. Whatever rejects once rejects for ever:
 * after a failed write nobody knows what is on the disk, so nothing more is written.
 *
 * A note is redacted before it is folded: so the state that goes on, what is shown and what is on the disk are the same.
 */
import { waitParts } from '@harness/core/effects/first';
import { addEntry, type Entry, emptyFold, type FoldedJournal, type NewEntry } from '@harness/core/journal/journal';
import { summaryOf } from '@harness/core/views/summary';
import type { World } from './world.ts';

export interface OpenJournal {
  readonly run: string;
  readonly log: FoldedJournal;
  note(fact: NewEntry): void;
  flush(): Promise<void>;
}

const summariseEveryMs = 250;

/** After such an entry a run may stand still: begun, asking a person, parked, ended. */
function mayStay(entry: Entry): boolean {
  if (entry.type === 'asked')
    return waitParts(entry.key, entry.effect).some(({ effect }) => effect.kind === 'question');
  return entry.type === 'started' || entry.type === 'ended' || (entry.type === 'failed' && entry.parks);
}

export async function openJournal(run: string, world: World): Promise<OpenJournal> {
  const { owner, clock, purse, redact, remarks, observe } = world;
  const writer = await owner.open(run);
  const log = writer.entries.reduce(addEntry, emptyFold());
  let notes: Entry[] = [];
  let durable = log.length;
  let last = Promise.resolve();
  let summarisedAtMs = -Infinity;
  /** A rename costs as much as a sync: moves that follow each other closely share one, what may stay for long does not wait. */
  const isDue = (batch: readonly Entry[]) => {
    const isNews = batch.some(({ type }) => type !== 'noted');
    const isDueNow = clock.nowMs() - summarisedAtMs >= summariseEveryMs || batch.some(mayStay);
    if (isNews && isDueNow) summarisedAtMs = clock.nowMs();
    return isNews && isDueNow;
  };
  const journal: OpenJournal = {
    run,
    log,
    note(fact) {
      for (const one of [...remarks(run, log, fact), fact]) {
        const entry = { ...redact(one), atMs: clock.nowMs() } as Entry;
        notes.push(entry);
        addEntry(log, entry);
        purse.charge(run, entry);
      }
    },
    flush() {
      last = last.then(async () => {
        const batch = notes;
        notes = [];
        if (batch.length === 0) return;
        const summary = isDue(batch) ? summaryOf(run, log) : undefined; // now: what is noted from here on is not durable with it
        await writer.append(batch);
        if (summary) writer.summarise(summary);
        for (const entry of batch) observe({ type: 'entry', run, seq: ++durable, entry });
      });
      return last;
    },
  };
  if (writer.repaired !== undefined)
    journal.note({ type: 'noted', code: 'run.repaired', params: { keptAs: writer.repaired } });
  return journal;
}
