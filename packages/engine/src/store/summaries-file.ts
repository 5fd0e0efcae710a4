/**
 * The summaries of all runs that have ended, gathered in one file: a list of a thousand runs is one file read.
 *
 * It is a view like each of them: what is not of this form is taken for missing, and made anew. Half a JSON document is
 * none, so it needs no seal; looking at one would take longer than the rest of the look.
 */
import { ends } from '@harness/core/journal/end';
import type { Summary } from '@harness/core/views/summary';
import { readJson } from './durable-file.ts';
import { type FileStamp, readStoredSummary, storeSummaryText } from './summary.ts';

/** Only of a run that has ended: every other changes too often. */
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
    for (const one of view.runs as readonly unknown[]) if (isGathered(one)) found.set(one.summary.run, one);
  return found;
}

const isGathered = (one: unknown): one is StoredSummary => {
  const end = (one as Partial<StoredSummary> | null)?.summary?.ended?.end;
  return end !== undefined && Object.hasOwn(ends, end);
};

export const writeSummariesFile = (file: string, runs: readonly StoredSummary[]): void =>
  storeSummaryText(file, `${JSON.stringify({ version, runs })}\n`);
