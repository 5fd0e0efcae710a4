/**
 * Writes the memory of a mission: its summary and long-term memory in the checkout, and the identity of roles.
 *
 * Every file is replaced as a whole and no line is written twice, so a repetition after a crash changes nothing.
 */
import type { SavedMemory } from '@harness/core/effects/memory';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { applyCuration } from '@harness/core/memory/curate';
import type { Curation } from '@harness/core/memory/curation';
import { memoryDocument, memoryFile, readMemory } from '@harness/core/memory/long-memory';
import { rawFile, readSessionMemory } from '@harness/core/memory/session-memory';
import { summaryFile } from '@harness/core/memory/summary';
import { readText, writeFileWhole } from '../checkout/file.ts';
import type { FeaturesContext } from './context.ts';
import { addToIdentities } from './identity.ts';

interface Args {
  readonly curation: Curation | null;
  readonly identityDir: string;
}

export async function performKeepMemory(
  { repo }: FeaturesContext,
  { curation, identityDir }: Args,
): Promise<Outcome<SavedMemory>> {
  const before = (await readText(repo, memoryFile)) ?? '';
  const entries = readSessionMemory((await readText(repo, rawFile)) ?? '');
  const { summary, cut, memory, identity } = applyCuration(curation, entries, readMemory(before));
  const document = memoryDocument(memory);
  if (document !== before && (before !== '' || hasLines(memory))) await writeFileWhole(repo, memoryFile, document);
  if (summary !== null) await writeFileWhole(repo, summaryFile, summary);
  const { taught, left } = await addToIdentities(identityDir, identity);
  return ok({ taught, cut, left });
}

const hasLines = (memory: Readonly<Record<string, readonly string[]>>) =>
  Object.values(memory).some((lines) => lines.length > 0);
