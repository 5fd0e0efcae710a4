/** What every operation on the checkout is told: whose work it is, where it happens, and whom to tell what was kept. */

import { gitOrThrow } from '../git/command.ts';
import { commonDir } from '../git/git-dir.ts';
import type { Work } from '../git/work.ts';
import type { Worktree } from '../git/worktree.ts';

/** The checkout may be a folder without git. */
export type CheckoutWork = Omit<Work, 'common'>;

/** The user's own working tree, as git sees it. */
export interface GitWork extends Work {
  readonly worktree: Worktree;
}

export async function withGit(work: CheckoutWork): Promise<GitWork> {
  const gitDir = await gitOrThrow(work.repo, ['rev-parse', '--absolute-git-dir']);
  return { ...work, common: await commonDir(work.repo), worktree: { path: work.repo, gitDir } };
}

/** A path that leads out of the checkout, through a link, or into git's own files. */
export class Outside extends Error {
  override readonly name = 'Outside';
  readonly path: string;

  constructor(path: string) {
    super(`${path} leads out of the checkout`);
    this.path = path;
  }
}
