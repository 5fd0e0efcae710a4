/** Finds files of the user that differ from their kept state, and the command that restores each. */
import { dirname, join } from 'node:path';
import { isOwnPath, type OwnChange, toFolderPath } from '@harness/core/checkout/change';
import type { KeptUserFiles, TouchedUserFile, TouchedUserFiles } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { shellQuote } from '@harness/core/text/shell-quote';
import { worktreeIndex } from '../../git/worktree/index-file.ts';
import { withSnapshot } from '../../git/worktree/snapshot.ts';
import { parseRows, writeTree } from '../change.ts';
import { type CheckoutContext, requireGit } from '../context.ts';
import { changedSinceCopy, readCopyList } from './copies.ts';

const maxNamed = 20;

export async function performCompareUserFiles(
  work: CheckoutContext,
  { kept, foreign, docsPath }: OwnChange & { kept: KeptUserFiles },
): Promise<Outcome<TouchedUserFiles>> {
  const isOwn = isOwnPath({ foreign, docsPath: '' });
  const inRef = (await touchedInRef(work, kept)).filter(({ path }) => !isOwn(path));
  // The session writes its documents, also if they existed before.
  const isDocument = (path: string) => path.startsWith(toFolderPath(docsPath));
  const files = [...inRef, ...(await touchedCopies(work, kept))].filter(({ path }) => !isDocument(path));
  return ok({ files: files.slice(0, maxNamed), count: files.length });
}

/** Only paths that the user had changed: all others are in the history. */
async function touchedInRef(given: CheckoutContext, kept: KeptUserFiles): Promise<readonly TouchedUserFile[]> {
  if (kept.commit === null || kept.ref === null) return [];
  const { commit, ref } = kept;
  const work = await requireGit(given);
  const [base, then] = [await writeTree(work.repo, kept.base), await writeTree(work.repo, commit)];
  const changed = await parseRows(work.repo, { from: base, to: then });
  const theirs = new Set(changed.filter(({ mode }) => mode !== '0').map(({ path }) => path));
  const start = { seed: worktreeIndex(work.worktree), known: kept.base, leave: ['.harness/', ...kept.left] };
  const now = await withSnapshot(work.worktree, start, async ({ tree }) => tree);
  const rows = (await parseRows(work.repo, { from: then, to: now })).filter(({ path }) => theirs.has(path));
  return rows.map(({ path, mode }) => ({
    path,
    how: mode === '0' ? 'deleted' : 'changed',
    restore: `git restore --source=${ref} -- ${shellQuote(path)}`,
  }));
}

async function touchedCopies({ repo }: CheckoutContext, { copies }: KeptUserFiles) {
  const list = copies === null ? null : await readCopyList(join(repo, copies));
  if (list === null || copies === null) return [];
  return (await changedSinceCopy(repo, list)).map(
    ({ path, how }): TouchedUserFile => ({ path, how, restore: copyCommand(join(copies, path), path) }),
  );
}

/** `-d` copies a link as a link; the folder may be gone too. */
function copyCommand(from: string, to: string): string {
  const copy = `cp -df -- ${shellQuote(from)} ${shellQuote(to)}`;
  return dirname(to) === '.' ? copy : `mkdir -p -- ${shellQuote(dirname(to))} && ${copy}`;
}
