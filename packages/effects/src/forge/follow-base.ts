/**
 * Updates the local base branch of the target to the base of the forge.
 *
 *   B1. Only forward: a base with commits that the forge does not have stays, and is reported.
 *   B2. A clean checkout of it gets the new files. With local changes, branch and files stay: moving the branch under
 *       changed files would look like a reversal of the merge.
 *   B3. By compare-and-swap, so that a commit of the user at the same time stays.
 */
import type { BaseUpdate } from '@harness/core/effects/forge';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { waitForLeftoverGit } from '../git/leftover-git.ts';
import { readRef } from '../git/refs/ref.ts';
import { findCheckouts } from './local/follow-checkouts.ts';

export async function followBase(repo: string, base: string, commit: string): Promise<BaseUpdate> {
  const ref = `refs/heads/${base}`;
  await waitForLeftoverGit(repo);
  const own = await readRef(repo, `${ref}^{commit}`);
  if (own === null || own === commit) return { is: 'even' };
  const commits = Number(await gitOrThrow(repo, ['rev-list', '--count', own, `^${commit}`]));
  if (commits > 0) return { is: 'unpushed', commits };
  const [folder] = await findCheckouts(repo, base);
  if (folder !== undefined) return moveCheckout(folder, commit);
  const moved = await git(repo, ['update-ref', '-m', 'harness: follow the forge', ref, commit, own]);
  if (moved.exitCode === 0) return { is: 'moved' };
  if ((await readRef(repo, ref)) === own) throw gitErrorFrom(moved);
  return followBase(repo, base, commit); // the user was faster: try again
}

/** Git moves files, index and branch together, also if the harness is killed. */
async function moveCheckout(folder: string, commit: string): Promise<BaseUpdate> {
  const left = (why: string): BaseUpdate => ({
    is: 'left',
    why: `${folder} was not updated, because ${why}; run "git merge --ff-only --no-overwrite-ignore ${commit}" to update it`,
  });
  const changed = await gitOrThrow(folder, ['status', '--porcelain', '--untracked-files=no']);
  if (changed !== '') return left('it has uncommitted changes');
  const merged = await git(folder, [
    ...['merge', '--ff-only', '--quiet', '--no-stat', '--no-autostash'],
    ...['--no-overwrite-ignore', commit], // keep ignored files of the user
  ]);
  return merged.exitCode === 0 ? { is: 'moved' } : left(gitErrorFrom(merged).detail);
}
