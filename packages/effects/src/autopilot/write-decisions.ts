/**
 * Writes the accepted decision records (AO-31).
 *
 *   WD1. A record gets the next number, and never replaces a file: one that another process wrote has its own number.
 *   WD2. A record that exists with any number and date is found and not written again, as after a crash.
 */

import type { writeDecisions } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { type DecisionRecord, decisionFile, decisionRecordsFolder } from '@harness/core/sessions/decision-record';
import { resolveInside } from '../checkout/file.ts';
import { readDocument } from '../documents/read-document.ts';
import { listEntries } from '../file/file-system.ts';
import { placeNew } from '../report-file.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { AutopilotContext } from './context.ts';

export async function performWriteDecisions(
  { repo }: AutopilotContext,
  { drafts, tier, specPath }: ArgsOf<typeof writeDecisions>,
): Promise<Outcome<ValueOf<typeof writeDecisions>>> {
  const files: string[] = [];
  const date = new Date().toISOString();
  for (const draft of drafts) files.push(await writeDecision(repo, { draft, date, tier, source: specPath }));
  return ok({ files });
}

async function writeDecision(repo: string, record: Omit<DecisionRecord, 'existing'>): Promise<string> {
  for (;;) {
    const existing = await listRecords(repo);
    const { path, text } = decisionFile({ ...record, existing });
    const clean = ownRedactor().text(text);
    const found = findRecord(repo, existing, { path, text: clean });
    if (found !== null) return found;
    if (await placeNew(repo, path, clean)) return path;
  }
}

async function listRecords(repo: string): Promise<readonly string[]> {
  const entries = await listEntries(resolveInside(repo, decisionRecordsFolder));
  return entries.map(({ name }) => name);
}

/** The record with the same name and text, but for its number and date. */
function findRecord(
  repo: string,
  existing: readonly string[],
  { path, text }: { readonly path: string; readonly text: string },
): string | null {
  const ending = path.slice(decisionRecordsFolder.length).replace(/^\d+/, '');
  const same = existing.find((name) => {
    const file = name.replace(/^\d+/, '') === ending ? readDocument(repo, `${decisionRecordsFolder}${name}`) : null;
    return file?.is === 'text' && withoutNumber(file.text) === withoutNumber(text);
  });
  return same === undefined ? null : `${decisionRecordsFolder}${same}`;
}

/** Only in the frontmatter, which is the first match. */
const withoutNumber = (text: string) => text.replace(/^number: .*$/m, '').replace(/^date: .*$/m, '');
