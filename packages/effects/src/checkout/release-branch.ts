/**
 * Releases the branch of a run that ended before its commit. The work stays in the working tree and under a ref.
 *
 *   L1. A branch with a commit stays, and so does HEAD on it.
 *   L2. Otherwise HEAD returns to its earlier branch if that has not moved, and the branch is removed.
 */

import { type Outcome, ok } from '@harness/core/failure/failure';
import { git, gitOrThrow } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { readRef } from '../git/refs/ref.ts';
import { fromKey, headBranch, isOwnBranch, ownerKey, pointHead } from './branch.ts';
import { type CheckoutContext, requireGit } from './context.ts';
import { readForeignFiles } from './foreign-files.ts';
import { keepCheckout } from './keep-checkout.ts';

export async function releaseBranch(
  given: CheckoutContext,
  { branch, base }: { branch: string; base: string | null },
): Promise<Outcome<{ readonly back: string | null }>> {
  const work = await requireGit(given);
  const { repo } = work;
  if (!(await isOwnBranch(work, branch))) return ok({ back: null }); // released before, or adopted by another run
  if ((await readForeignFiles(repo)).length > 0) await keepCheckout(given);
  const ref = branchRef(branch);
  const tip = await readRef(repo, ref);
  if (base === null || (tip !== null && tip !== base)) return ok({ back: null });
  const from = await fromOf(repo, branch);
  if (from === null || (await readRef(repo, branchRef(from))) !== base) return ok({ back: null });
  if ((await headBranch(repo)) === branch) await pointHead(repo, branch, from);
  if (tip !== null) await gitOrThrow(repo, ['update-ref', '-d', ref, base]);
  for (const key of [ownerKey(branch), fromKey(branch)]) await git(repo, ['config', '--local', '--unset', key]);
  return ok({ back: from });
}

async function fromOf(repo: string, branch: string): Promise<string | null> {
  const result = await git(repo, ['config', '--local', '--get', fromKey(branch)]);
  return result.exitCode === 0 ? result.stdout.trim() : null;
}
