/**
 * Journal of an owned run: folds every note, and writes notes in batches.
 *
 *   - `note` folds at once. `flush` makes all notes durable, in order, as one append.
 *   - After a failed write every later `flush` rejects: the content of the disk is unknown.
 *   - A note is redacted before it is folded. State, screen and disk therefore agree.
 */
import { waitParts } from '@harness/core/effects/first';
import { addEntry, type Entry, emptyFold, type FoldedJournal, type NewEntry } from '@harness/core/journal/journal';
import { summaryOf } from '@harness/core/views/summary';
import { rootOf } from './store/store.ts';
import type { World } from './world.ts';

export interface OpenJournal {
  readonly run: string;
  readonly log: FoldedJournal;
  note(fact: NewEntry): void;
  flush(): Promise<void>;
}

const summariseEveryMs = 1_000;

/** After these entries a run may pause for long: it asks a person, is parked, has ended, or started without a parent. */
function mayPause(entry: Entry, isChild: boolean): boolean {
  if (entry.type === 'asked')
    return waitParts(entry.key, entry.effect).some(({ effect }) => effect.kind === 'question');
  return (
    (entry.type === 'started' && !isChild) ||
    entry.type === 'ended' ||
    entry.type === 'reopened' ||
    (entry.type === 'failed' && entry.parks)
  );
}

export async function openJournal(run: string, world: World): Promise<OpenJournal> {
  const { owner, clock, purse, redact, remarks, observe } = world;
  const writer = await owner.open(run);
  const log = writer.entries.reduce(addEntry, emptyFold());
  let notes: Entry[] = [];
  let durable = log.length;
  let last = Promise.resolve();
  const isChild = rootOf(run) !== run;
  let summarisedAtMs = isChild ? clock.nowMs() : -Infinity; // a child has just started, or continues
  /** A rename costs as much as a sync: moves in quick succession share one, entries before a long pause do not. */
  const isDue = (batch: readonly Entry[]) => {
    const hasFacts = batch.some(({ type }) => type !== 'noted');
    const isDueNow =
      clock.nowMs() - summarisedAtMs >= summariseEveryMs || batch.some((entry) => mayPause(entry, isChild));
    if (hasFacts && isDueNow) summarisedAtMs = clock.nowMs();
    return hasFacts && isDueNow;
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
        const summary = isDue(batch) ? summaryOf(run, log) : undefined; // before the append: later notes are not durable with it
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
