/**
 * Stores the summary of a run beside its journal, so that a list of a thousand runs reads no journal.
 *
 * The summary is a view: never synced, and valid only for one state of the journal. A reader that finds it
 * missing, stale or unreadable builds it again. A disk that cannot store it costs time, never a run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import { type Summary, summaryOf } from '@harness/core/views/summary';
import { readJson, replaceDurableFile } from './durable-file.ts';

/** Size and time of a file; detects a line that was changed in place. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

const version = 2;
const pathFor = (journal: string) => join(dirname(journal), 'summary.json');

export const hasSummary = (journal: string): boolean => existsSync(pathFor(journal));

export const storeSummary = (journal: string, { size, mtimeMs }: FileStamp, summary: Summary): void =>
  storeSummaryText(pathFor(journal), `${JSON.stringify({ version, size, mtimeMs, summary })}\n`);

/** Ignores a disk that cannot be written. */
export function storeSummaryText(path: string, text: string): void {
  try {
    replaceDurableFile(path, text, { durable: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** Empty if the file is missing or unreadable. */
export function readStoredSummary(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return Buffer.alloc(0);
  }
}

export const isSummaryCurrent = (stamp: FileStamp, { size, mtimeMs }: FileStamp): boolean =>
  stamp.size === size && stamp.mtimeMs === mtimeMs;

/** `undefined` if no summary of the current journal is stored. */
function keptSummary(journal: string, stat: FileStamp): Summary | undefined {
  const view = readJson(readStoredSummary(pathFor(journal)).toString()) as
    | (FileStamp & { version?: unknown; summary: Summary })
    | null;
  return view?.version === version && isSummaryCurrent(view, stat) ? view.summary : undefined;
}

export type RunSummary =
  | { readonly run: string; readonly summary: Summary }
  /** The journal cannot be read. */
  | { readonly run: string; readonly summary: undefined; readonly bornAtMs: number };

export type ReadEntries = (run: string) => Promise<readonly Entry[]>;

export interface JournalFile {
  readonly run: string;
  readonly path: string;
  readonly stat: FileStamp & { readonly birthtimeMs: number };
}

/** Uses the stored summary, else the journal. `undefined` if the run never started; no summary if it is unreadable. */
export async function summariseRun(
  { run, path, stat }: JournalFile,
  read: ReadEntries,
): Promise<RunSummary | undefined> {
  const known = keptSummary(path, stat);
  if (known) return { run, summary: known };
  try {
    const log = foldJournal(await read(run));
    if (log.length === 0) return undefined;
    const summary = summaryOf(run, log);
    storeSummary(path, stat, summary);
    return { run, summary };
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== 'journal.damaged' && error.code !== 'journal.unreadable'))
      throw error;
    return { run, summary: undefined, bornAtMs: stat.birthtimeMs };
  }
}
