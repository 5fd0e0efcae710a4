/** Lists the files that differ from the start of the work (W-126, W-160), and changes nothing. */

import { isOwnPath, toFolderPath } from '@harness/core/checkout/change';
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

const maxNamed = 20;
const maxManifestBytes = 512 * 1024 * 1024;

export async function performSurveyChange(work: CheckoutContext, args: SurveyArgs): Promise<Outcome<ChangeSurvey>> {
  const { paths, weakened } = args.hasGit ? await changeByGit(work, args) : await changeByManifest(work, args);
  const changed = [...paths].sort();
  const outside = changed.filter((path) => !isInScope(path, args.scope));
  const listed = changed.map((path) => `${path}\n`).join('');
  return ok({
    changed: await writeArtifact(work.runFolder, `${work.key}.changed.txt`, listed),
    count: changed.length,
    outside: outside.slice(0, maxNamed),
    outsideCount: outside.length,
    weakened,
    changes: await isFile(work.repo, `${toFolderPath(args.docsPath)}changes.md`),
  });
}

async function changeByGit(given: CheckoutContext, args: SurveyArgs): Promise<ManifestChange> {
  const work = await requireGit(given);
  const change = await readChangeSince(work, args.base, args);
  const rows = await ownRows(work.repo, change, args);
  const weakened = await weakenedBetween(work.repo, change.from, change.to, args, isOwnPath(args));
  return { paths: rows.map(({ path }) => path), weakened };
}

async function changeByManifest({ repo, runFolder }: CheckoutContext, args: SurveyArgs): Promise<ManifestChange> {
  if (args.manifest === null) return changeByReport(repo, args);
  const before = readManifest(readArtifact(runFolder, args.manifest, maxManifestBytes));
  return changeSinceManifest(repo, before, args, args);
}

/** Uses the session's own report if another tool started the session and no manifest exists. */
async function changeByReport(repo: string, { docsPath }: SurveyArgs): Promise<ManifestChange> {
  const report = await readText(repo, `${toFolderPath(docsPath)}changes.md`);
  const named = pathsInChangesFile(report ?? '').map((path) => validatePath(path, 'file_reference'));
  return { paths: named.flatMap((valid) => (valid.ok ? [valid.path] : [])), weakened: [] };
}
