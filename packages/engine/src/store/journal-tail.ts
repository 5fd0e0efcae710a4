/** The end of a journal that somebody else writes: each look reads only what was added since the last. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Entry } from '@harness/core/journal/journal';
import { parseJournalLines } from './journal-lines.ts';

export interface JournalTail {
  /** What is new, in order; nothing when there is nothing new, or no journal (any more). Refuses with `journal.damaged`. */
  read(): readonly Entry[];
}

/** `paths` in the order in which they are tried: an ended run may be put away while it is looked at. */
export function openJournalTail(paths: readonly string[]): JournalTail {
  let soundBytes = 0;
  return {
    read() {
      for (const path of paths) {
        const added = bytesAfter(path, soundBytes);
        if (added === undefined) continue;
        const { entries, soundBytes: more } = parseJournalLines(added, path);
        // A new owner puts the same bytes into a new file, and cuts off only what was never sound: the place stays right.
        soundBytes += more;
        return entries;
      }
      return [];
    },
  };
}

/** Nothing where there is no file. */
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
