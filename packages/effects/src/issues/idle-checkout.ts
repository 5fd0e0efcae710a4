/** Checks that no other git operation is under way in the checkout, and that no other worktree has its branch. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { retryWhileLocked } from '../checkout/index-lock.ts';
import { pathExists } from '../file/file-system.ts';
import { GitError, gitOrThrow } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { worktreeIndex } from '../git/worktree/index-file.ts';

/** Files that git keeps until the user finishes or aborts an operation. */
const unfinished = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'BISECT_LOG'];

/** Throws a `GitError` that names the reason. */
export async function requireIdleCheckout({ repo, worktree }: GitCheckoutContext, branch: string): Promise<void> {
  for (const name of unfinished)
    if (await pathExists(join(worktree.gitDir, name)))
      throw new GitError(`a git operation is unfinished (${name}): finish or abort it first`);
  const elsewhere = await findOtherWorktree(repo, branch);
  if (elsewhere !== null) throw new GitError(`the branch ${branch} is also checked out in ${elsewhere}`);
  await retryWhileLocked(async () => {
    if (await pathExists(`${worktreeIndex(worktree)}.lock`))
      throw new GitError('another git uses the checkout: index.lock exists');
  });
}

async function findOtherWorktree(repo: string, branch: string): Promise<string | null> {
  const own = `worktree ${await realpath(repo)}`;
  const listed = await gitOrThrow(repo, ['worktree', 'list', '--porcelain', '-z']);
  const entries = listed.split('\0\0').map((entry) => entry.split('\0'));
  const other = entries.find(([path, ...lines]) => path !== own && lines.includes(`branch ${branchRef(branch)}`));
  return other?.[0]?.slice('worktree '.length) ?? null;
}
