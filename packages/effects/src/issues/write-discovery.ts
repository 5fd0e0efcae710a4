/**
 * Writes the patterns of a discovery pass into the checkout (IO-07, IO-17).
 *
 *   WD1. The document is written once: a repeat after a crash finds it by its last line, on any later day.
 *   WD2. It never replaces a file and is never written through a link. It contains no secret.
 */
import type { writeDiscovery } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import {
  discoveriesFolder,
  discoveryDocument,
  discoveryStem,
  isDiscoveryOf,
  worthProposing,
} from '@harness/core/subsystems/discovery';
import { resolveInside } from '../checkout/file.ts';
import { readDocument } from '../documents/read-document.ts';
import { listEntries } from '../file/file-system.ts';
import { dateOf, placeNew } from '../report-file.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { ArgsOf, IssuesContext } from './context.ts';

export async function performWriteDiscovery(
  { repo, run, key }: IssuesContext,
  { iteration, patterns: given }: ArgsOf<typeof writeDiscovery>,
): Promise<Outcome<{ readonly file: string | null }>> {
  const patterns = worthProposing(given).map((one) => ownRedactor().deep(one));
  if (patterns.length === 0) return ok({ file: null });
  const effect = `${run}/${key}`;
  const written = await findWritten(repo, effect);
  if (written !== null) return ok({ file: written });
  const date = dateOf(new Date());
  const stem = discoveryStem(date, patterns);
  const text = discoveryDocument({ date, iteration, patterns, effect });
  for (let n = 1; ; n++) {
    const file = `${discoveriesFolder}/${n === 1 ? stem : `${stem}-${n}`}.md`;
    if (await placeNew(repo, file, text)) return ok({ file });
  }
}

async function findWritten(repo: string, effect: string): Promise<string | null> {
  const entries = await listEntries(resolveInside(repo, discoveriesFolder));
  const names = entries.map(({ name }) => name).filter((name) => name.endsWith('.md'));
  const found = names
    .sort()
    .reverse()
    .find((name) => {
      const file = readDocument(repo, `${discoveriesFolder}/${name}`);
      return file.is === 'text' && isDiscoveryOf(file.text, effect);
    });
  return found === undefined ? null : `${discoveriesFolder}/${found}`;
}
