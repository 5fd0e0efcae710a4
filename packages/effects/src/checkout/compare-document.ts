/**
 * Compares a document that a person may have changed with its earlier version.
 *
 *   C1. Every version is an artifact, so that none is lost.
 *   C2. A missing or empty document is replaced by its earlier version: no agent works without it.
 */
import { basename } from 'node:path';
import { readSpecWork } from '@harness/core/checkout/spec-work';
import type { DocumentComparison, DocumentProblem } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { readArtifact, reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { git } from '../git/command.ts';
import type { CheckoutContext } from './context.ts';
import { readText, writeFileWhole } from './file.ts';

/** The longest text that a prompt quotes completely. */
const maxBytes = 200_000;

export async function performCompareDocument(
  work: CheckoutContext,
  { path, before }: { readonly path: string; readonly before: Artifact | null },
): Promise<Outcome<DocumentComparison>> {
  const text = await readText(work.repo, path);
  const problem = problemOf(text);
  if (problem !== null || text === null) {
    if (before && problem !== 'too-long')
      await writeFileWhole(work.repo, path, readArtifact(work.runFolder, before, maxBytes));
    return ok({ current: null, diff: null, problem: problem ?? 'missing' });
  }
  const current = await storeVersion(work, '.document.md', text);
  const isSame = before === null || before.sha256 === current.sha256;
  const said = readSpecWork(text);
  return ok({
    current,
    diff: isSame ? null : await diffBetween(work, before, current),
    problem: null,
    ...(said === null ? {} : { work: said }),
  });
}

function problemOf(text: string | null): DocumentProblem | null {
  if (text === null) return 'missing';
  if (text.trim() === '') return 'empty';
  return Buffer.byteLength(text) > maxBytes ? 'too-long' : null;
}

async function storeVersion({ runFolder, key }: CheckoutContext, extension: string, text: string): Promise<Artifact> {
  return writeArtifact(runFolder, basename(await reserveArtifact(runFolder, key, extension)), text);
}

/** Without the header, which names files that the person does not know. */
async function diffBetween(work: CheckoutContext, before: Artifact, current: Artifact): Promise<Artifact> {
  const { stdout } = await git(work.runFolder, [
    'diff',
    '--no-index',
    '--no-color',
    '--text',
    '--',
    before.path,
    current.path,
  ]);
  return storeVersion(work, '.document.diff', stdout.slice(Math.max(0, stdout.indexOf('@@'))));
}
