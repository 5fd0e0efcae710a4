/** Context of every operation on the checkout. */

import type { GitContext } from '../git/context.ts';
import { checkoutGitDir, commonDir } from '../git/git-dir.ts';
import type { Worktree } from '../git/worktree/worktree.ts';

/** The checkout may be a folder without git. */
export type CheckoutContext = Omit<GitContext, 'common'>;

export interface GitCheckoutContext extends GitContext {
  readonly worktree: Worktree;
}

export async function requireGit(work: CheckoutContext): Promise<GitCheckoutContext> {
  const gitDir = await checkoutGitDir(work.repo);
  return { ...work, common: await commonDir(work.repo), worktree: { path: work.repo, gitDir, signal: work.signal } };
}

/** A path that leaves the checkout, passes a link, or is inside the git folder. */
export class OutsideCheckoutError extends Error {
  override readonly name = 'OutsideCheckoutError';
  readonly path: string;

  constructor(path: string) {
    super(`${path} leads out of the checkout`);
    this.path = path;
  }
}
