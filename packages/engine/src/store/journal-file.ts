/** Reads a journal file, and finds out whether its run has started. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { Refusal } from '@harness/core/failure/refusal';
import type { Entry } from '@harness/core/journal/journal';
import { parseJournalLines } from './journal-lines.ts';
import { hasSummary } from './summary.ts';

/** A journal without a complete first line is a run that never started: the power failed first. */
export function hasStarted(path: string): boolean {
  if (hasSummary(path)) return true; // only started runs have a summary
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  return !stats.isFile() || stats.size > maxFirstLineBytes || !isFirstLineTorn(path);
}

/** A larger file has a complete first line: a first line is short, and only the first line can be torn here. */
const maxFirstLineBytes = 256 * 1024;

/** An unreadable file counts as complete, so that the list shows it as a run that cannot be read. */
function isFirstLineTorn(path: string): boolean {
  try {
    return !readFileSync(path).includes('\n');
  } catch (error) {
    if (unreadable.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** `undefined` if the file or the line cannot be read. */
export function readFirstEntry(path: string): Entry | undefined {
  try {
    const fd = openSync(path, 'r');
    try {
      const head = Buffer.alloc(Math.min(maxFirstLineBytes, fstatSync(fd).size));
      const line = head.subarray(0, readSync(fd, head)).indexOf('\n') + 1;
      return parseJournalLines(head.subarray(0, line), path).entries[0];
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof Refusal || missing.has(codeOf(error)) || unreadable.has(codeOf(error))) return undefined;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

const missing = new Set(['ENOENT', 'ENOTDIR']);
const unreadable = new Set(['EACCES', 'EPERM', 'EISDIR', 'EIO']);

/** `undefined` if the file is missing. */
export function readContent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (missing.has(code)) return undefined;
    if (!unreadable.has(code)) throw error;
    throw new Refusal('journal.unreadable', { path, detail: message });
  }
}
