/**
 * Writes the memory of a mission: its summary and long memory in the checkout, and what roles take along to missions to come.
 *
 * Every file is replaced as a whole, and a line that is there is not written again: repeated after a crash, it comes to the same.
 */
import type { KeptMemory } from '@harness/core/effects/memory';
import { type Outcome, ok } from '@harness/core/failure';
import type { Curation } from '@harness/core/memory/curation';
import { keptOf } from '@harness/core/memory/kept';
import { memoryDocument, memoryFile, readMemory } from '@harness/core/memory/long';
import { rawFile, readRaw } from '@harness/core/memory/raw';
import { summaryFile } from '@harness/core/memory/summary';
import { placeFile, readText } from '../checkout/file.ts';
import { teach } from './identity.ts';
import type { FeaturesWork } from './work.ts';

interface Args {
  readonly curation: Curation | null;
  readonly identityDir: string;
}

export async function keepMemory(
  { repo }: FeaturesWork,
  { curation, identityDir }: Args,
): Promise<Outcome<KeptMemory>> {
  const before = (await readText(repo, memoryFile)) ?? '';
  const entries = readRaw((await readText(repo, rawFile)) ?? '');
  const { summary, cut, memory, identity } = keptOf(curation, entries, readMemory(before));
  const document = memoryDocument(memory);
  if (document !== before && (before !== '' || hasLines(memory))) await placeFile(repo, memoryFile, document);
  if (summary !== null) await placeFile(repo, summaryFile, summary);
  const { taught, left } = await teach(identityDir, identity);
  return ok({ taught, cut, left });
}

const hasLines = (memory: Readonly<Record<string, readonly string[]>>) =>
  Object.values(memory).some((lines) => lines.length > 0);
