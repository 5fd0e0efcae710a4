/** What really differs from where the work began (W-126, W-160). It reads, and changes nothing. */
import { pathsInAccount } from '@harness/core/checkout/account';
import { asFolder, isMine } from '@harness/core/checkout/change';
import type { Survey, SurveyArgs } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure';
import { isInScope, validatePath } from '@harness/core/paths';
import { readArtifact, writeArtifact } from '../artifact/store.ts';
import { weakenedBetween } from '../git/inspect.ts';
import { changeSince, ownRows } from './change.ts';
import { isFile, readText } from './file.ts';
import { readManifest } from './manifest.ts';
import { changeFrom, type Seen } from './manifest-change.ts';
import { type CheckoutWork, withGit } from './work.ts';

const mostNamed = 20;
const longestManifest = 512 * 1024 * 1024;

export async function surveyChange(work: CheckoutWork, args: SurveyArgs): Promise<Outcome<Survey>> {
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

async function byGit(given: CheckoutWork, args: SurveyArgs): Promise<Seen> {
  const work = await withGit(given);
  const change = await changeSince(work, args.base, args);
  const rows = await ownRows(work.repo, change, args);
  // Where the work began from nothing, there was nothing to weaken.
  const weakened =
    args.base === null ? [] : await weakenedBetween(work.repo, change.from, change.to, args, isMine(args));
  return { paths: rows.map(({ path }) => path), weakened };
}

async function byManifest({ repo, runFolder }: CheckoutWork, args: SurveyArgs): Promise<Seen> {
  if (args.manifest === null) return byAccount(repo, args);
  const before = readManifest(readArtifact(runFolder, args.manifest, longestManifest));
  return changeFrom(repo, before, args, args);
}

/** Of a session that somebody else began nobody knows what was there before: its own account has to do. */
async function byAccount(repo: string, { docsPath }: SurveyArgs): Promise<Seen> {
  const account = await readText(repo, `${asFolder(docsPath)}changes.md`);
  const named = pathsInAccount(account ?? '').map((path) => validatePath(path, 'file_reference'));
  return { paths: named.flatMap((valid) => (valid.ok ? [valid.path] : [])), weakened: [] };
}
