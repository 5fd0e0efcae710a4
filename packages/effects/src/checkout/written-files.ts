/** Finds out what an interrupted call wrote: compares the checkout with the files before the call. */
import { createHash } from 'node:crypto';
import { toFolderPath } from '@harness/core/checkout/change';
import type { FilesBeforeCall, SessionFiles } from '@harness/core/effects/checkout';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { readRef } from '../git/refs/ref.ts';
import { ownRows, readChangeSince, writeTree } from './change.ts';
import { type CheckoutContext, requireGit } from './context.ts';
import { readBytes } from './file.ts';
import { codeTree } from './stage.ts';
import { withIgnoredFiles } from './user-files/foreign.ts';

/** Without git, only the report tells whether the call was complete. */
export async function findWritten(
  work: CheckoutContext,
  docsPath: string,
  before: FilesBeforeCall,
): Promise<NonNullable<SessionFiles['written']>> {
  if ((await reportHash(work.repo, docsPath)) !== before.report) return 'all';
  return before.hasGit && (await isUnchanged(work, docsPath, before)) ? 'nothing' : 'part';
}

async function isUnchanged(given: CheckoutContext, docsPath: string, before: FilesBeforeCall): Promise<boolean> {
  const work = await requireGit(given);
  const mine = await withIgnoredFiles(work, { ...before, docsPath });
  const rows = await ownRows(work.repo, await readChangeSince(work, before.base, mine), mine);
  const tip = before.branch === null ? before.base : await readRef(work.repo, branchRef(before.branch));
  return (await codeTree(work, rows, tip)) === (await writeTree(work.repo, before.commit));
}

/** Hash of `changes.md`, the report of an implementation; `null` if it is missing. */
export async function reportHash(repo: string, docsPath: string): Promise<string | null> {
  const bytes = await readBytes(repo, `${toFolderPath(docsPath)}changes.md`);
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}
