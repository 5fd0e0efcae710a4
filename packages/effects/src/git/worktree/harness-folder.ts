/**
 * Excludes `.harness` from saved work. It contains plans, grants, hooks and memory. Changes of an agent there would
 * reach the checkout with the merge and could grant or run anything.
 *
 *   O1. Saved work has the folder exactly as at the start of the lane, in any spelling of its name.
 *   O2. Excluded files stay reachable under a kept ref and are reported; then the lane is reset to the saved work.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, gitOrThrow } from '../command.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

const folder = '.harness';
const anySpelling = `:(top,icase)${folder}`;

export async function touchesHarnessFolder(repo: string, commit: string, tree: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, [
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    commit,
    tree,
    '--',
    anySpelling,
  ]);
  return listed.split('\0').filter((path) => path !== '');
}

/** The tree with the folder of the commit. */
export async function withoutHarnessFolder(worktree: Worktree, commit: string, tree: string): Promise<string> {
  const temporary = await mkdtemp(join(worktree.gitDir, 'harness-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(temporary, 'index') };
    await gitInWorktree(worktree, ['read-tree', tree], { env });
    // `--sparse`: git would skip files outside a sparse checkout.
    const remove = ['rm', '-r', '--cached', '--sparse', '--force', '--quiet', '--ignore-unmatch', '--', anySpelling];
    await gitInWorktree(worktree, remove, { env });
    const earlier = await git(worktree.path, ['rev-parse', '--verify', '--quiet', `${commit}:${folder}`]);
    if (earlier.exitCode === 0)
      await gitInWorktree(worktree, ['read-tree', `--prefix=${folder}/`, earlier.stdout.trim()], { env });
    return await gitInWorktree(worktree, ['write-tree'], { env });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
