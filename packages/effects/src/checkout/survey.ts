/** What really differs from where the work began (W-126, W-160). It reads, and changes nothing. */

import { asFolder, isOwnPath } from '@harness/core/checkout/change';
import { pathsInChangesFile } from '@harness/core/checkout/changes-file';
import type { ChangeSurvey, SurveyArgs } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { isInScope, validatePath } from '@harness/core/text/paths';
import { readArtifact, writeArtifact } from '../artifact/store.ts';
import { weakenedBetween } from '../git/lane/inspect-tests.ts';
import { ownRows, readChangeSince } from './change.ts';
import { type CheckoutContext, requireGit } from './context.ts';
import { isFile, readText } from './file.ts';
import { readManifest } from './manifest.ts';
import { changeSinceManifest, type ManifestChange } from './manifest-change.ts';

const mostNamed = 20;
const longestManifest = 512 * 1024 * 1024;

export async function surveyChange(work: CheckoutContext, args: SurveyArgs): Promise<Outcome<ChangeSurvey>> {
  const { paths, weakened } = args.hasGit ? await byGit(work, args) : await byManifest(work, args);
  const changed = [...paths].sort();
  const outside = changed.filter((path) => !isInScope(path, args.scope));
  const listed = changed.map((path) => `${path}\n`).join('');
  return ok({
    changed: await writeArtifact(work.runFolder, `${work.key}.changed.txt`, listed),
    count: changed.length,
    outside: outside.slice(0, mostNamed),
    outsideCount: outside.length,
    weakened,
    changes: await isFile(work.repo, `${asFolder(args.docsPath)}changes.md`),
  });
}

async function byGit(given: CheckoutContext, args: SurveyArgs): Promise<ManifestChange> {
  const work = await requireGit(given);
  const change = await readChangeSince(work, args.base, args);
  const rows = await ownRows(work.repo, change, args);
  // Where the work began from nothing, there was nothing to weaken.
  const weakened =
    args.base === null ? [] : await weakenedBetween(work.repo, change.from, change.to, args, isOwnPath(args));
  return { paths: rows.map(({ path }) => path), weakened };
}

async function byManifest({ repo, runFolder }: CheckoutContext, args: SurveyArgs): Promise<ManifestChange> {
  if (args.manifest === null) return byAccount(repo, args);
  const before = readManifest(readArtifact(runFolder, args.manifest, longestManifest));
  return changeSinceManifest(repo, before, args, args);
}

/** Of a session that somebody else began nobody knows what was there before: its own account has to do. */
async function byAccount(repo: string, { docsPath }: SurveyArgs): Promise<ManifestChange> {
  const account = await readText(repo, `${asFolder(docsPath)}changes.md`);
  const named = pathsInChangesFile(account ?? '').map((path) => validatePath(path, 'file_reference'));
  return { paths: named.flatMap((valid) => (valid.ok ? [valid.path] : [])), weakened: [] };
}
