/** Adds an entry to `.harness/failures.md`, once: a mark at its end names the effect (AO-18). */

import type { recordFailure } from '@harness/core/effects/autopilot';
import type { ArgsOf, ValueOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { addFailure, failuresFile } from '@harness/core/sessions/failure-entry';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { writeFileWhole } from '../checkout/file.ts';
import { readDocument } from '../documents/read-document.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { AutopilotContext } from './context.ts';

export async function performRecordFailure(
  { repo, run, key }: AutopilotContext,
  { slug, phase, text }: ArgsOf<typeof recordFailure>,
): Promise<Outcome<ValueOf<typeof recordFailure>>> {
  const file = readDocument(repo, failuresFile);
  if (file.is !== 'text' && file.is !== 'missing') throw new OutsideCheckoutError(failuresFile);
  const before = file.is === 'text' ? file.text : null;
  const mark = `<!-- ${run}/${key} -->`;
  if (before?.includes(mark)) return ok({ file: failuresFile });
  const entry = {
    date: new Date().toISOString(),
    skill: 'harness-autopilot',
    phase: phase?.n ?? null,
    text: `${slug}, ${phase === null ? 'final review' : `phase ${phase.n}`}: ${text}`,
  };
  const after = `${addFailure(before, entry).replace(/\n$/, '')} ${mark}\n`;
  await writeFileWhole(repo, failuresFile, ownRedactor().text(after), file.is === 'text' ? file.mode : undefined);
  return ok({ file: failuresFile });
}
