/** The file of a journal as it is found on the disk: whether a run has begun there, and what can be read of it. */
import { readFileSync, statSync } from 'node:fs';
import { Refusal } from '@harness/core/failure/refusal';
import { hasSummary } from './summary.ts';

/** A journal without a whole first line is a run that has not begun: the power failed before it was told to. */
export function hasBegun(path: string): boolean {
  if (hasSummary(path)) return true; // only what has begun is ever summed up
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  return !stats.isFile() || stats.size > firstLookBytes || !isCut(path);
}

/** Longer than this, and a whole line was written: only the first one can be cut, and a run is begun by a short one. */
const firstLookBytes = 256 * 1024;

/** One that cannot be looked into counts as whole: it is a run that is there and cannot be read, which is worth saying. */
function isCut(path: string): boolean {
  try {
    return !readFileSync(path).includes('\n');
  } catch (error) {
    if (unreadable.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR']);
const unreadable = new Set(['EACCES', 'EPERM', 'EISDIR', 'EIO']);

/** Nothing where there is none. */
export function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (missing.has(code)) return undefined;
    if (!unreadable.has(code)) throw error;
    throw new Refusal('journal.unreadable', { path, detail: message });
  }
}
