/** Follows the journal of another process: each read returns only the entries added since the last one. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Entry } from '@harness/core/journal/journal';
import { journalStart, parseLongJournal } from './journal-lines.ts';

export interface JournalTail {
  /** One read at a time. New entries in order; empty if there are none or the journal is missing. Refuses with `journal.damaged`. */
  read(): Promise<readonly Entry[]>;
}

/** `paths` are tried in order: an ended run may be archived between two reads. */
export function openJournalTail(paths: readonly string[]): JournalTail {
  let soundBytes = 0;
  let end = journalStart;
  return {
    async read() {
      for (const path of paths) {
        const added = bytesAfter(path, soundBytes);
        if (added === undefined) continue;
        const { entries, soundBytes: more, end: last } = await parseLongJournal(added, path, end);
        // A new owner copies the same bytes to a new file and cuts off only a torn tail: the offset stays valid.
        soundBytes += more;
        end = last;
        return entries;
      }
      return [];
    },
  };
}

/** `undefined` if the file is missing. */
function bytesAfter(path: string, from: number): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const added = Buffer.alloc(Math.max(0, fstatSync(fd).size - from));
    const length = readSync(fd, added, 0, added.length, from);
    return added.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}
