/**
 * Formats and parses a journal: one JSON document per line, with a checksum as its last field `crc`.
 *
 *   L1. A last line without a newline, or with a wrong checksum, is torn: a crash interrupted the write, so the entry
 *       never happened. A wrong line before the last one is damage and refused.
 *   L2. The field `prev` is the checksum of the line before. A line that is missing, doubled or out of order is damage,
 *       also at the end.
 *   L3. Lines of older versions have no `prev`. The next line that has one covers all of them.
 */

import { Refusal } from '@harness/core/failure/refusal';
import { type Entry, isKnownEntryType } from '@harness/core/journal/journal';
import { yieldTurn } from '../turn.ts';
import { addChecksum, verifyChecksum } from './checksum.ts';

/** The place in a journal where the next line belongs. */
export interface JournalEnd {
  readonly lines: number;
  /** Covers all lines before; see L2 and L3. */
  readonly link: number;
}

export const journalStart: JournalEnd = { lines: 0, link: 0 };

export interface FormattedLines {
  readonly text: string;
  readonly end: JournalEnd;
}

export function formatJournalLines(entries: readonly Entry[], { lines, link }: JournalEnd): FormattedLines {
  let text = '';
  let last = link;
  for (const entry of entries) {
    const added = addChecksum(entry, last);
    text += `${added.line}\n`;
    last = added.link;
  }
  return { text, end: { lines: lines + entries.length, link: last } };
}

export interface ParsedLines {
  readonly entries: readonly Entry[];
  /** Offset of the torn tail; the size of the content if there is none. */
  readonly soundBytes: number;
  readonly end: JournalEnd;
}

/** `from` is the end of the lines before `content`. */
export function parseJournalLines(content: Buffer, path: string, from = journalStart): ParsedLines {
  // Decode once, not per line: a long journal is read in half the time.
  const lines = content.toString('utf8').split('\n');
  const entries: Entry[] = [];
  let { link } = from;
  for (const line of lines.slice(0, -1)) {
    const verified = verifyChecksum(line, link);
    const entry = verified?.document as Entry | undefined;
    if (verified === undefined || !entry || !isKnownEntryType(entry.type)) break; // the type of a newer version must not be skipped
    if (!verified.isNext) throw damagedAt(path, from, entries);
    entries.push(entry);
    link = verified.link;
  }
  const soundBytes = endOfLine(content, entries.length, lines.length);
  const next = content.indexOf(0x0a, soundBytes);
  const isLast = next === -1 || next === content.length - 1;
  if (!isLast) throw damagedAt(path, from, entries);
  return { entries, soundBytes, end: { lines: from.lines + entries.length, link } };
}

const damagedAt = (path: string, { lines }: JournalEnd, sound: readonly Entry[]) =>
  new Refusal('journal.damaged', { path, line: lines + sound.length + 1 });

/** Bytes that are parsed before other work may get a turn: a long journal must not stall a server. */
const partBytes = 64 * 1024;

/** Parses like `parseJournalLines`, in parts. */
export async function parseLongJournal(content: Buffer, path: string, from = journalStart): Promise<ParsedLines> {
  const all: Entry[] = [];
  let [at, end] = [0, from];
  for (;;) {
    const cut = content.length - at > partBytes ? content.indexOf(0x0a, at + partBytes) + 1 : 0;
    const isRest = cut === 0 || cut === content.length;
    const part = parseJournalLines(isRest ? content.subarray(at) : content.subarray(at, cut), path, end);
    for (const entry of part.entries) all.push(entry);
    if (isRest) return { entries: all, soundBytes: at + part.soundBytes, end: part.end };
    if (part.soundBytes < cut - at) throw damagedAt(path, end, part.entries); // only the last line may be torn
    [at, end] = [cut, part.end];
    await yieldTurn();
  }
}

/** Offset of the end of line `sound`, in bytes: invalid UTF-8 has another length once it is decoded. */
function endOfLine(content: Buffer, sound: number, all: number): number {
  if (sound === all - 1) return content.lastIndexOf(0x0a) + 1;
  let at = 0;
  for (let n = 0; n < sound; n++) at = content.indexOf(0x0a, at) + 1;
  return at;
}
