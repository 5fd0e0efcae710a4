/**
 * Lets the target's own base follow the one of the forge.
 *
 *   B1. Only forward: a base with commits that the forge does not have stays as it is, and that is said.
 *   B2. A checkout of it that is clean has the new files afterwards; with changes in it, both stay where they are, because a
 *       branch that moves under changed files looks as if somebody had taken the merge back.
 *   B3. By compare-and-swap, so that what the user commits meanwhile stays.
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
  return followBase(repo, base, commit); // the user was faster: it is looked at anew
}

/** Files, index and branch together, by git itself: it also finishes when the harness is killed meanwhile. */
async function moveCheckout(folder: string, commit: string): Promise<BaseUpdate> {
  const left = (why: string): BaseUpdate => ({
    is: 'left',
    why: `${folder} was not moved along, because ${why}; "git merge --ff-only --no-overwrite-ignore ${commit}" brings it there`,
  });
  const changed = await gitOrThrow(folder, ['status', '--porcelain', '--untracked-files=no']);
  if (changed !== '') return left('it has changes that are not committed');
  const merged = await git(folder, [
    ...['merge', '--ff-only', '--quiet', '--no-stat', '--no-autostash'],
    ...['--no-overwrite-ignore', commit], // what the user ignores is the user's
  ]);
  return merged.exitCode === 0 ? { is: 'moved' } : left(gitErrorFrom(merged).detail);
}
