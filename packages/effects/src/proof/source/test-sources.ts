/** Reads sources in tests. */
import type { SourceFacts } from '@harness/core/trust/source';
import type { SourceText } from '../../parsing/parser-process.ts';
import { readSources } from './read-sources.ts';

export const readAll = (files: readonly SourceText[]): Promise<ReadonlyMap<string, SourceFacts | null>> =>
  readSources(files, { repo: '/nowhere', environment: process.env });

export async function readFacts(path: string, text: string): Promise<SourceFacts> {
  const facts = (await readAll([{ path, text }])).get(path);
  if (!facts) throw new Error(`no facts of ${path}: ${text}`);
  return facts;
}
