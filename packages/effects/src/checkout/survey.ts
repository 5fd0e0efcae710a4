/**
 * Lists the files that differ from the start of the work (W-126, W-160), and saves them. No file of the user is touched.
 * Held files are restored first. They count neither as outside the scope nor as files of the agent.
 */

import { isOwnPath, toFolderPath } from '@harness/core/checkout/change';
import { pathsInChangesFile } from '@harness/core/checkout/changes-file';
import type { ChangeSurvey, SurveyArgs } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { isInScope, validatePath } from '@harness/core/text/paths';
import { readArtifact, writeArtifact } from '../artifact/store.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { inspectTestsBetween } from '../git/lane/inspect-tests.ts';
import { readRef } from '../git/refs/ref.ts';
import { ownRows, readChangeSince } from './change.ts';
import { type CheckoutContext, requireGit } from './context.ts';
import { readText } from './file.ts';
import { restoreHeldFiles } from './held-files.ts';
import { withIgnoredHeldFiles } from './held-trees.ts';
import { keepState } from './keep-checkout.ts';
import { readManifest } from './manifest.ts';
import { changeSinceManifest, type ManifestChange } from './manifest-change.ts';
import { codeTree } from './stage.ts';
import { withIgnoredFiles } from './user-files/foreign.ts';
import { reportHash } from './written-files.ts';

const maxNamed = 20;
const maxManifestBytes = 512 * 1024 * 1024;

export async function performSurveyChange(work: CheckoutContext, args: SurveyArgs): Promise<Outcome<ChangeSurvey>> {
  const { paths, weakened, diff, saved, tree } = args.hasGit
    ? await changeByGit(work, args)
    : await changeByManifest(work, args);
  const report = await reportHash(work.repo, args.docsPath);
  const held = new Set(args.holds?.files);
  const changed = [...new Set([...paths, ...held])].sort();
  const made = changed.filter((path) => !held.has(path));
  const outside = made.filter((path) => !isInScope(path, args.scope));
  const listed = changed.map((path) => `${path}\n`).join('');
  return ok({
    changed: await writeArtifact(work.runFolder, `${work.key}.changed.txt`, listed),
    count: made.length,
    outside: outside.slice(0, maxNamed),
    outsideCount: outside.length,
    weakened,
    ...(diff === undefined ? {} : { diff }),
    ...(saved === undefined ? {} : { saved }),
    ...(tree === undefined ? {} : { tree }),
    changes: report !== null,
    ...(report === null ? {} : { report }),
  });
}

interface SurveyedChange extends ManifestChange {
  readonly saved?: string;
  readonly tree?: string;
  readonly diff?: Artifact;
}

async function changeByGit(given: CheckoutContext, asked: SurveyArgs): Promise<SurveyedChange> {
  const work = await requireGit(given);
  const args = await withIgnoredFiles(work, asked);
  if (args.holds !== undefined) await restoreHeldFiles(work, { ...args, holds: args.holds });
  const change = await readChangeSince(work, args.base, args);
  const rows = await ownRows(work.repo, change, args);
  const inspected = await inspectTestsBetween(work, change, { ...args, folders: work.folders }, isOwnPath(args));
  const paths = rows.map(({ path }) => path);
  if (args.savesOn === undefined) return { paths, ...inspected };
  // The listed, inspected and saved files are of one snapshot: no file can change in between.
  const tip = (await readRef(work.repo, branchRef(args.savesOn))) ?? args.base;
  const tree = await withIgnoredHeldFiles(work, await codeTree(work, rows, tip), args.holds);
  return { paths, ...inspected, saved: await keepState(work, tree, tip), tree };
}

async function changeByManifest(work: CheckoutContext, args: SurveyArgs): Promise<SurveyedChange> {
  const { repo, runFolder, folders } = work;
  if (args.manifest === null) return changeByReport(repo, args);
  const before = readManifest(readArtifact(runFolder, args.manifest, maxManifestBytes));
  return changeSinceManifest(repo, before, args, { ...args, folders });
}

/** Uses the session's own report if another tool started the session and no manifest exists. */
async function changeByReport(repo: string, { docsPath }: SurveyArgs): Promise<ManifestChange> {
  const report = await readText(repo, `${toFolderPath(docsPath)}changes.md`);
  const named = pathsInChangesFile(report ?? '').map((path) => validatePath(path, 'file_reference'));
  return { paths: named.flatMap((valid) => (valid.ok ? [valid.path] : [])), weakened: [] };
}
