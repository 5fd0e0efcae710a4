/**
 * Checks that the evidence of a reviewer exists: a `path:line` of a text file of the commit.
 *
 *   CE1. Only the commit counts. A path outside the repository, behind a link or in the checkout alone is no evidence.
 *   CE2. One existing place per claim is enough: reviewers also quote numbers and times that look like places.
 */
import type { checkEvidence } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { findPlaces } from '@harness/core/subsystems/evidence';
import { readBlobs } from '../git/blobs.ts';
import { type CommitFile, listCommitFiles } from '../subsystems/commit-specs.ts';
import type { ArgsOf, IssuesContext } from './context.ts';

const maxFileBytes = 16 * 1024 * 1024;
/** Contents that are in memory at the same time. */
const batchBytes = 64 * 1024 * 1024;

export async function performCheckEvidence(
  { repo }: IssuesContext,
  { commit, claims }: ArgsOf<typeof checkEvidence>,
): Promise<Outcome<{ readonly missing: readonly string[] }>> {
  const claimed = claims.map(({ id, evidence }) => ({ id, places: findPlaces(evidence, repo) }));
  const named = new Set(claimed.flatMap(({ places }) => places.map(({ path }) => path)));
  const files = named.size === 0 ? [] : (await listCommitFiles(repo, commit)).filter(({ path }) => named.has(path));
  const lines = await countLines(repo, files);
  const exists = ({ path, line }: { readonly path: string; readonly line: number }) =>
    line >= 1 && line <= (lines.get(path) ?? 0);
  return ok({ missing: claimed.filter(({ places }) => !places.some(exists)).map(({ id }) => id) });
}

async function countLines(repo: string, files: readonly CommitFile[]): Promise<ReadonlyMap<string, number>> {
  const texts = files.filter(({ isLink, bytes }) => !isLink && bytes <= maxFileBytes);
  const counts = new Map<string, number>();
  for (const batch of batchesOf(texts)) {
    const contents = await readBlobs(
      repo,
      batch.map(({ id }) => id),
    );
    for (const [n, { path }] of batch.entries()) counts.set(path, lineCount(contents[n] ?? ''));
  }
  return counts;
}

function batchesOf(files: readonly CommitFile[]): readonly (readonly CommitFile[])[] {
  const batches: CommitFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes > batchBytes) {
      batches.push([]);
      bytes = file.bytes;
    }
    batches.at(-1)?.push(file);
  }
  return batches;
}

/** A binary file has no lines. */
function lineCount(text: string): number {
  if (text === '' || text.includes('\0')) return 0;
  return text.split(/\r\n|\r|\n/).length - (/[\r\n]$/.test(text) ? 1 : 0);
}
