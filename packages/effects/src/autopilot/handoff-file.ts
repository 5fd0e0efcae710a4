/**
 * Reads `handoff.json`, and writes it for a role that left none.
 *
 *   HF1. A handoff counts only if it is readable, about this phase, and newer than the last one that was kept: the file
 *        of an earlier role is no handoff of the next one.
 *   HF2. It names the plan that the harness read for this phase, or none: an executor cannot name the plan of a later phase.
 *   HF3. The record of the last one is in the folder of the run, where no agent can write. A repeat after a crash
 *        decides the same.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NamedPhase } from '@harness/core/effects/autopilot';
import { type Handoff, handoffText, readHandoffFile } from '@harness/core/sessions/handoff';
import { isHandoffOf } from '@harness/core/sessions/handoff-match';
import { parseJson } from '@harness/core/text/json';
import * as z from 'zod';
import { writeArtifact } from '../artifact/store.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { AutopilotContext } from './context.ts';
import { readSessionFile, type SessionFile, writeSessionFile } from './session-file.ts';

export interface HandoffPlace {
  readonly slug: string;
  readonly specPath: string;
  /** `null` for the final review. */
  readonly phase: NamedPhase | null;
}

const recordSchema = z.object({
  /** The effect that kept or wrote it. */
  key: z.string(),
  is: z.enum(['kept', 'written']),
  /** Of the file; `null` if there was none. */
  sha256: z.string().nullable(),
});
type HandoffRecord = z.infer<typeof recordSchema>;

const fileOf = (slug: string): SessionFile => ({ slug, name: 'handoff.json' });

/** The handoff that the last role left for this phase; `null` if it left none. */
export async function readFreshHandoff(work: AutopilotContext, place: HandoffPlace): Promise<Handoff | null> {
  const text = readSessionFile(work.repo, fileOf(place.slug));
  const record = await readRecord(work);
  const isStale = record !== null && record.key !== work.key && record.sha256 === hashOf(text);
  return isStale ? null : readOwn(text, place);
}

/** The handoff of this phase, also if an earlier role left it. */
export const readAnyHandoff = (repo: string, place: HandoffPlace): Handoff | null =>
  readOwn(readSessionFile(repo, fileOf(place.slug)), place);

function readOwn(text: string | null, { phase, specPath }: HandoffPlace): Handoff | null {
  const read = readHandoffFile(text);
  return read.is === 'read' && isHandoffOf(read.handoff, phase, specPath) ? read.handoff : null;
}

/** Keeps the handoff of the last role, or writes `handoff` in its place. */
export async function keepOrWriteHandoff(
  work: AutopilotContext,
  place: HandoffPlace,
  handoff: Handoff,
): Promise<'kept' | 'written'> {
  const file = fileOf(place.slug);
  const [record, found] = [await readRecord(work), hashOf(readSessionFile(work.repo, file))];
  const isRepeated = record?.key === work.key;
  if (isRepeated && record.sha256 === found) return record.is;
  const wasWriting = isRepeated && record.is === 'written';
  const fresh = wasWriting ? null : await readFreshHandoff(work, place);
  if (fresh !== null && (fresh.planPath ?? null) === handoff.planPath) {
    await keepRecord(work, { key: work.key, is: 'kept', sha256: found });
    return 'kept';
  }
  const text = ownRedactor().text(handoffText(fresh === null ? handoff : { ...fresh, planPath: handoff.planPath }));
  await keepRecord(work, { key: work.key, is: 'written', sha256: hashOf(text) });
  await writeSessionFile(work.repo, file, text);
  return 'written';
}

/** Marks the file as known, so that it does not count as the handoff of the next role. */
export const markHandoff = (work: AutopilotContext, slug: string): Promise<void> =>
  keepRecord(work, { key: work.key, is: 'kept', sha256: hashOf(readSessionFile(work.repo, fileOf(slug))) });

/** A run has one session. */
const recordName = 'handoff-record.json';

async function readRecord({ runFolder }: AutopilotContext): Promise<HandoffRecord | null> {
  const text = await readRegularFile(join(runFolder, 'artifacts', recordName), 'utf8');
  return recordSchema
    .nullable()
    .catch(null)
    .parse(parseJson(text ?? '') ?? null);
}

async function keepRecord({ runFolder }: AutopilotContext, record: HandoffRecord): Promise<void> {
  await writeArtifact(runFolder, recordName, JSON.stringify(record));
}

const hashOf = (text: string | null) => (text === null ? null : createHash('sha256').update(text).digest('hex'));
