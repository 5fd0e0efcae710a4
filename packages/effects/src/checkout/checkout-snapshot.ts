/**
 * Compares the user's checkout before and after a role that may only read.
 *
 *   L1. Files below `.harness/`, which the harness writes, are ignored.
 *   L2. A submodule is never restored: its uncommitted files are in no tree of this repository.
 *   L3. The state before a restore is kept under a ref: the change may be the user's.
 */
import { realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { bytePath } from '../file/byte-name.ts';
import { gitOrThrow } from '../git/command.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { changedPaths, type LaneSnapshot } from '../git/lane/lane-snapshot.ts';
import { readCheckoutTree } from '../git/lane/lane-tree.ts';
import { keepTree, listKeptRefs } from '../git/refs/kept-refs.ts';
import { readRef } from '../git/refs/ref.ts';
import { gitOfWorktree } from '../git/worktree/worktree.ts';
import { type CheckoutChange, isSubmodule, parseRows } from './change.ts';
import { isRepository } from './clear.ts';
import { type GitCheckoutContext, requireGit } from './context.ts';
import { resolveInside } from './file.ts';
import { withIndex } from './keep-checkout.ts';

/** `null` for a folder without git. */
export async function snapshotCheckout(repo: string): Promise<LaneSnapshot | null> {
  if (!(await isRepository(repo))) return null;
  const root = await realpath(repo);
  const before = await readCheckoutTree(root);
  return {
    async changes() {
      const paths = await changedPaths(root, before, await readCheckoutTree(root));
      return paths.filter((path) => !path.startsWith('.harness/'));
    },
    undo: (paths, effect) => toGitOutcome('restore', root, () => restore(root, before, paths, effect)),
  };
}

async function restore(
  repo: string,
  before: string,
  paths: readonly string[],
  effect: { readonly run: string; readonly key: string },
): Promise<Outcome<string | null>> {
  const context = { repo, ...effect, runFolder: '', interrupted: false, kept: async () => {} };
  const work = await requireGit(context);
  const [tree, base] = [await readCheckoutTree(repo), await readRef(work.repo, 'HEAD^{commit}')];
  const kept = await listKeptRefs(work);
  const { ref } =
    kept.find((each) => each.tree === tree) ??
    (await keepTree(work, { tree, base, subject: 'harness: changed by a reader' }, kept));
  await restoreFiles(work, { from: tree, to: before }, paths);
  return ok(ref);
}

/** Restores these files from a tree, or removes them. The caller has kept their current state. */
export async function restoreFiles(
  work: GitCheckoutContext,
  change: CheckoutChange,
  paths: readonly string[],
): Promise<void> {
  const submodules = new Set((await parseRows(work.repo, change)).filter(isSubmodule).map(({ path }) => path));
  const files = paths.filter((path) => !submodules.has(path));
  for (const path of files.toSorted()) await remove(work.repo, path); // sorted: a link is removed before paths that seem to be behind it
  await fillFrom(work, change.to, files);
}

/** Removes a link without following it, if it replaced a folder. */
async function remove(repo: string, path: string): Promise<void> {
  if (dirname(path) !== '.') resolveInside(repo, dirname(path));
  await rm(bytePath(repo, path), { recursive: true, force: true });
}

const fillFrom = (work: GitCheckoutContext, tree: string, paths: readonly string[]) =>
  withIndex(work, async (own) => {
    const env = { ...gitOfWorktree(work.worktree), ...own };
    await gitOrThrow(work.repo, ['read-tree', tree], { env });
    const existing = new Set((await gitOrThrow(work.repo, ['ls-files', '-z'], { env })).split('\0'));
    const input = paths.filter((path) => existing.has(path)).join('\0');
    await gitOrThrow(work.repo, ['checkout-index', '--force', '-z', '--stdin'], { env, input });
  });
