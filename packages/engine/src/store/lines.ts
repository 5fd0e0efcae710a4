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
  const entries: Entry[] = [];
  let at = 0;
  while (at < content.length) {
    const newline = content.indexOf(0x0a, at);
    const entry = newline === -1 ? undefined : toEntry(content, at, newline);
    if (entry === undefined) {
      const last = newline === -1 || newline === content.length - 1;
      if (last) break;
      throw new Refusal('journal.damaged', { path, line: entries.length + 1 });
    }
    entries.push(entry);
    at = newline + 1;
  }
  return { entries, soundBytes: at };
}

const tail = /^,"crc":"([0-9a-f]{8})"\}$/;
const tailBytes = ',"crc":"00000000"}'.length;
const brace = Buffer.from('}');

/** Nothing for a line that we did not write just so. The checksum is made of the bytes, not of the text: half the work. */
function toEntry(content: Buffer, from: number, to: number): Entry | undefined {
  const end = to - tailBytes;
  const found = end < from ? null : tail.exec(content.toString('latin1', end, to));
  if (!found) return undefined;
  if (hex(crc32(brace, crc32(content.subarray(from, end)))) !== found[1]) return undefined;
  const entry = JSON.parse(`${content.toString('utf8', from, end)}}`) as Entry;
  return isKnown(entry.type) ? entry : undefined; // a type of a newer version cannot be understood, and must not be skipped
}
