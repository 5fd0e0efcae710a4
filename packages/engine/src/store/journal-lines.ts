/**
 * Formats and parses a journal: one JSON document per line, with a checksum as its last field `crc`.
 *
 * A last line without a newline, or with a wrong checksum, is torn: a crash interrupted the write, so the entry never
 * happened. A wrong line before the last one is damage and refused.
 */

import { Refusal } from '@harness/core/failure/refusal';
import { type Entry, isKnownEntryType } from '@harness/core/journal/journal';
import { addChecksum, verifyChecksum } from './checksum.ts';

export const formatJournalLine = (entry: Entry): string => `${addChecksum(entry)}\n`;

export interface ParsedLines {
  readonly entries: readonly Entry[];
  /** Offset of the torn tail; the file size if there is none. */
  readonly soundBytes: number;
}

export function parseJournalLines(content: Buffer, path: string): ParsedLines {
  // Decode once, not per line: a long journal is read in half the time.
  const lines = content.toString('utf8').split('\n');
  const entries: Entry[] = [];
  for (const line of lines.slice(0, -1)) {
    const entry = toEntry(line);
    if (entry === undefined) break;
    entries.push(entry);
  }
  const soundBytes = endOfLine(content, entries.length, lines.length);
  const next = content.indexOf(0x0a, soundBytes);
  const isLast = next === -1 || next === content.length - 1;
  if (!isLast) throw new Refusal('journal.damaged', { path, line: entries.length + 1 });
  return { entries, soundBytes };
}

/** Offset of the end of line `sound`, in bytes: invalid UTF-8 has another length once it is decoded. */
function endOfLine(content: Buffer, sound: number, all: number): number {
  if (sound === all - 1) return content.lastIndexOf(0x0a) + 1;
  let at = 0;
  for (let n = 0; n < sound; n++) at = content.indexOf(0x0a, at) + 1;
  return at;
}

function toEntry(line: string): Entry | undefined {
  const entry = verifyChecksum(line) as Entry | undefined;
  return entry && isKnownEntryType(entry.type) ? entry : undefined; // the type of a newer version must not be skipped
}
