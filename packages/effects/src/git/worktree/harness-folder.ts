/**
 * Excludes `.harness` from saved work. It contains plans, grants, hooks and memory. Changes of an agent there would
 * reach the checkout with the merge and could grant or run anything.
 *
 *   O1. Saved work has the folder exactly as at the start of the lane, in any spelling of its name.
 *   O2. Excluded files stay reachable under a kept ref and are reported; then the lane is reset to the saved work.
 */

import { git } from '../command.ts';
import { changedPaths } from '../lane/lane-snapshot.ts';
import type { Diff } from './diff.ts';
import { withTemporaryIndex } from './index-file.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

const folder = '.harness';
const anySpelling = `:(top,icase)${folder}`;

/** Decides by the names of a diff; true if it does not have all names. Git writes quotes around an unusual name. */
export const mayTouchHarnessFolder = ({ names, areNamesCut }: Pick<Diff, 'names' | 'areNamesCut'>): boolean =>
  areNamesCut || names.some((name) => /^"?\.harness(?:\/|"?$)/i.test(name));

export const touchesHarnessFolder = (repo: string, commit: string, tree: string): Promise<readonly string[]> =>
  changedPaths(repo, commit, tree, anySpelling);

/** The tree with the folder of the commit. */
export const withoutHarnessFolder = (worktree: Worktree, commit: string, tree: string): Promise<string> =>
  withTemporaryIndex(worktree.gitDir, async (env) => {
    await gitInWorktree(worktree, ['read-tree', tree], { env });
    // `--sparse`: git would skip files outside a sparse checkout.
    const remove = ['rm', '-r', '--cached', '--sparse', '--force', '--quiet', '--ignore-unmatch', '--', anySpelling];
    await gitInWorktree(worktree, remove, { env });
    const earlier = await git(worktree.path, ['rev-parse', '--verify', '--quiet', `${commit}:${folder}`]);
    if (earlier.exitCode === 0)
      await gitInWorktree(worktree, ['read-tree', `--prefix=${folder}/`, earlier.stdout.trim()], { env });
    return gitInWorktree(worktree, ['write-tree'], { env });
  });
