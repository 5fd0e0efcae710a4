/**
 * Appends checksummed lines to one journal file, durably.
 *
 *   - A torn tail is cut off and stored beside the journal before the first line is added.
 *   - Every append checks that the file is still the opened one and has the expected length: a deposed owner has
 *     another file, and its lines are lost.
 *   - A failed write is undone. A failed sync is never retried, because the lost data is unknown.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import type { Entry } from '@harness/core/journal/journal';
import { createFolder, refuseUnwritableSync, syncDurableFolder, writeAll } from './durable-file.ts';
import { formatJournalLines, parseJournalLines } from './journal-lines.ts';
import type { Writer } from './store.ts';
import { storeSummary } from './summary.ts';

export interface FileWriter extends Writer {
  close(): void;
}

/** Which entries must survive a power cut before anything else happens. */
export type NeedsSync = (entries: readonly Entry[]) => boolean;

export function openWriter(path: string, needsSync: NeedsSync = () => true): FileWriter {
  const isNew = !existsSync(path);
  if (isNew) createFolder(dirname(path));
  const content = isNew ? Buffer.alloc(0) : readFileSync(path);
  const { entries, soundBytes, end } = parseJournalLines(content, path); // refuses damage before the file is touched
  const fd = refuseUnwritableSync(path, () => openSync(path, isNew ? 'ax' : 'a', 0o600));
  const repaired = soundBytes < content.length ? repair(fd, path, content, soundBytes) : undefined;
  if (isNew) refuseUnwritableSync(path, () => syncDurableFolder(dirname(path)));
  let length = soundBytes;
  let last = end;

  return {
    entries,
    repaired,
    async append(added) {
      if (isDeposed(fd, path, length)) throw new Refusal('run.deposed', { path });
      const formatted = formatJournalLines(added, last);
      const bytes = Buffer.from(formatted.text);
      refuseUnwritableSync(path, () => appendOrUndo(fd, bytes, length, needsSync(added)));
      length += bytes.length;
      last = formatted.end;
    },
    summarise: (summary) => storeSummary(path, fstatSync(fd), summary),
    close: () => closeSync(fd),
  };
}

function isDeposed(fd: number, path: string, length: number): boolean {
  const mine = fstatSync(fd);
  const current = statSync(path, { throwIfNoEntry: false });
  return current === undefined || current.ino !== mine.ino || current.dev !== mine.dev || mine.size !== length;
}

function appendOrUndo(fd: number, bytes: Uint8Array, length: number, syncs: boolean): void {
  try {
    writeAll(fd, bytes);
  } catch (error) {
    ftruncateSync(fd, length);
    throw error;
  }
  if (syncs) fdatasyncSync(fd);
}

function repair(fd: number, path: string, content: Buffer, soundBytes: number): string {
  let n = 1;
  while (existsSync(`${path}.torn-${n}`)) n++;
  return refuseUnwritableSync(path, () => {
    const keptAs = join(dirname(path), `${basename(path)}.torn-${n}`);
    writeFileSync(keptAs, content.subarray(soundBytes), { flag: 'wx', mode: 0o600, flush: true });
    ftruncateSync(fd, soundBytes);
    fdatasyncSync(fd);
    return basename(keptAs);
  });
}
