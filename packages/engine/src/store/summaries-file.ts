/**
 * Stores the summaries of all ended runs in one file, so that a list of a thousand runs reads one file.
 *
 * The file is a view: an invalid entry counts as missing and is built again. It needs no checksum, because half a JSON
 * document does not parse, and a checksum would take longer than the rest of the list.
 */
import { ends } from '@harness/core/journal/end';
import type { Summary } from '@harness/core/views/summary';
import { readJson } from './durable-file.ts';
import { type FileStamp, readStoredSummary, storeSummaryText } from './summary.ts';

/** Only ended runs are stored here: others change too often. */
export type EndedSummary = Summary & { readonly ended: NonNullable<Summary['ended']> };

export const hasEnded = (summary: Summary | undefined): summary is EndedSummary => Boolean(summary?.ended);

export interface StoredSummary extends FileStamp {
  readonly summary: EndedSummary;
}

const version = 3;

export function readSummariesFile(file: string): ReadonlyMap<string, StoredSummary> {
  const view = readJson(readStoredSummary(file).toString()) as {
    readonly version?: unknown;
    readonly runs?: unknown;
  } | null;
  const found = new Map<string, StoredSummary>();
  if (view?.version === version && Array.isArray(view.runs))
    for (const one of view.runs as readonly unknown[]) if (isStoredSummary(one)) found.set(one.summary.run, one);
  return found;
}

const isStoredSummary = (one: unknown): one is StoredSummary => {
  const end = (one as Partial<StoredSummary> | null)?.summary?.ended?.end;
  return end !== undefined && Object.hasOwn(ends, end);
};

export const writeSummariesFile = (file: string, runs: readonly StoredSummary[]): void =>
  storeSummaryText(file, `${JSON.stringify({ version, runs })}\n`);
