/** What every operation on the checkout is told: whose work it is, where it happens, and whom to tell what was kept. */

import { gitOrThrow } from '../git/command.ts';
import type { GitContext } from '../git/context.ts';
import { commonDir } from '../git/git-dir.ts';
import type { Worktree } from '../git/worktree/worktree.ts';

/** The checkout may be a folder without git. */
export type CheckoutContext = Omit<GitContext, 'common'>;

/** The user's own working tree, as git sees it. */
export interface GitCheckoutContext extends GitContext {
  readonly worktree: Worktree;
}

export async function requireGit(work: CheckoutContext): Promise<GitCheckoutContext> {
  const gitDir = await gitOrThrow(work.repo, ['rev-parse', '--absolute-git-dir']);
  return { ...work, common: await commonDir(work.repo), worktree: { path: work.repo, gitDir } };
}

/** A path that leads out of the checkout, through a link, or into git's own files. */
export class OutsideCheckoutError extends Error {
  override readonly name = 'Outside';
  readonly path: string;

  constructor(path: string) {
    super(`${path} leads out of the checkout`);
    this.path = path;
  }
}
