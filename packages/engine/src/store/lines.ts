/**
 * A journal as text: one JSON document a line, its last field `crc`.
 *
 * A last line without its newline, or with a wrong checksum and nothing after it, is torn: a crash cut it off, and it
 * never happened. A wrong line that is followed by anything is damage, and nobody may guess what it said.
 */
import { crc32 } from 'node:zlib';
import { type Entry, entrySchema } from '@harness/core/journal';
import { Refusal } from '@harness/core/refusal';

export function toLine(entry: Entry): string {
  const text = JSON.stringify(entry);
  return `${text.slice(0, -1)},"crc":"${checksum(text)}"}\n`;
}

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');

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
    const entry = newline === -1 ? undefined : toEntry(content.toString('utf8', at, newline));
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

const tail = /,"crc":"([0-9a-f]{8})"\}$/;

/** Nothing for a line that we did not write just so. */
function toEntry(line: string): Entry | undefined {
  const found = tail.exec(line);
  if (!found) return undefined;
  const text = `${line.slice(0, found.index)}}`;
  if (checksum(text) !== found[1]) return undefined;
  const entry = entrySchema.safeParse(JSON.parse(text));
  return entry.success ? entry.data : undefined;
}
