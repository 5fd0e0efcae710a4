/**
 * A journal as text: one JSON document a line, its last field `crc`.
 *
 * A last line without its newline, or with a wrong checksum and nothing after it, is torn: a crash cut it off, and it
 * never happened. A wrong line that is followed by anything is damage, and nobody may guess what it said.
 */
import { crc32 } from 'node:zlib';
import { type Entry, isKnown } from '@harness/core/journal';
import { Refusal } from '@harness/core/refusal';

export function toLine(entry: Entry): string {
  const text = JSON.stringify(entry);
  return `${text.slice(0, -1)},"crc":"${hex(crc32(text))}"}\n`;
}

const hex = (sum: number) => sum.toString(16).padStart(8, '0');

export interface Lines {
  readonly entries: readonly Entry[];
  /** Where the torn tail begins; the length of the file when there is none. */
  readonly soundBytes: number;
}

export function readLines(content: Buffer, path: string): Lines {
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

const tail = ',"crc":"00000000"}'.length;

/** Nothing for a line that we did not write just so. */
function toEntry(line: string): Entry | undefined {
  if (line.slice(-tail, -10) !== ',"crc":"' || !line.endsWith('"}')) return undefined;
  const text = `${line.slice(0, -tail)}}`;
  if (hex(crc32(text)) !== line.slice(-10, -2)) return undefined;
  const entry = JSON.parse(text) as Entry;
  return isKnown(entry.type) ? entry : undefined; // a type of a newer version cannot be understood, and must not be skipped
}
