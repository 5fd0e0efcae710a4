/**
 * Keeps the user's own files before an agent may write in the checkout.
 *
 *   K1. Changed and untracked files become a commit under a kept ref. It is local and never pushed.
 *   K2. Ignored files, which must not become git objects, are copied into the folder of the run, and so are files of
 *       submodules, which are in no commit of the checkout.
 *   K3. Generated folders are skipped. Files beyond the limits are named, never silently left out.
 */
import { relative } from 'node:path';
import type { KeptUserFiles } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { readRef } from '../../git/refs/ref.ts';
import { maxFileBytes, sizesOf } from '../../git/worktree/save-limit.ts';
import type { Worktree } from '../../git/worktree/worktree.ts';
import { keepDependencies } from '../../room/kept-dependencies.ts';
import { type CheckoutContext, requireGit } from '../context.ts';
import { keepCheckout } from '../keep-checkout.ts';
import { listFiles } from '../manifest.ts';
import { copiesIn, copyLimits, copyUserFiles } from './copies.ts';
import { listed, listIgnoredFiles, listInnerFiles } from './inner-repositories.ts';

const maxNamed = 20;
/** An untracked file above this size is not kept: git would need as much space again. */
const maxUntrackedBytes = 256 * 1024 * 1024;

export async function performKeepUserFiles(
  work: CheckoutContext,
  { hasGit }: { hasGit: boolean },
): Promise<Outcome<KeptUserFiles>> {
  const { repo, run, runFolder } = work;
  const worktree = hasGit ? (await requireGit(work)).worktree : null;
  const large = worktree ? await largeFiles(worktree) : [];
  const kept = hasGit ? await keepCheckout(work, 'harness: files of the user', ['.harness/', ...large]) : null;
  const limit = copyLimits.files + maxNamed;
  const paths = worktree
    ? [...(await listIgnoredFiles(worktree, limit)), ...(await listInnerFiles(worktree, limit))]
    : await listFiles(repo, limit);
  const { copied, left } = await copyUserFiles(repo, runFolder, paths);
  if (hasGit) await keepDependencies(repo, run); // checks of the change use them, not those that an agent wrote
  const all = [...large, ...left];
  return ok({
    ref: kept?.ref ?? null,
    commit: kept?.commit ?? null,
    base: hasGit ? await readRef(repo, 'HEAD^{commit}') : null,
    copies: copied.length > 0 ? relative(repo, copiesIn(runFolder)) : null,
    left: all.slice(0, maxNamed),
    leftCount: all.length,
  });
}

async function largeFiles(worktree: Worktree): Promise<readonly string[]> {
  const untracked = await sizesOf(worktree.path, await listed(worktree, ['--others', '--exclude-standard']));
  const changed = await sizesOf(worktree.path, await listed(worktree, ['--modified']));
  const large = [
    ...untracked.filter(({ size }) => size > maxUntrackedBytes),
    ...changed.filter(({ size }) => size > maxFileBytes),
  ];
  return large.map(({ path }) => path);
}
