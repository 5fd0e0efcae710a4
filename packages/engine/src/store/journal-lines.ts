/**
 * A journal as text: one JSON document a line, its last field `crc`.
 *
 * A last line without its newline, or with a wrong checksum and nothing after it, is torn: a crash cut it off, and it
 * never happened. A wrong line that is followed by anything is damage, and nobody may guess what it said.
 */

import { Refusal } from '@harness/core/failure/refusal';
import { type Entry, isKnown } from '@harness/core/journal/journal';
import { addChecksum, verifyChecksum } from './checksum.ts';

export const formatJournalLine = (entry: Entry): string => `${addChecksum(entry)}\n`;

export interface ParsedLines {
  readonly entries: readonly Entry[];
  /** Where the torn tail begins; the length of the file when there is none. */
  readonly soundBytes: number;
}

export function parseJournalLines(content: Buffer, path: string): ParsedLines {
  // Decoded at once, and not line by line: a long journal is read in half the time.
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

/** Where so many lines end, in bytes: what is no text has another length once it is decoded. */
function endOfLine(content: Buffer, sound: number, all: number): number {
  if (sound === all - 1) return content.lastIndexOf(0x0a) + 1;
  let at = 0;
  for (let n = 0; n < sound; n++) at = content.indexOf(0x0a, at) + 1;
  return at;
}

/** Nothing for a line that we did not write just so. */
function toEntry(line: string): Entry | undefined {
  const entry = verifyChecksum(line) as Entry | undefined;
  return entry && isKnown(entry.type) ? entry : undefined; // a type of a newer version cannot be understood, and must not be skipped
}
