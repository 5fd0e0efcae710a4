/**
 * The harness keeps its own below `.harness`: plans, grants, hooks, memory. What an agent writes there in its lane would come to
 * the checkout with the merge, and grant, run or teach whatever it likes. So it is no part of what a lane saves.
 *
 *   O1. What is saved has the folder exactly as the lane began with it, in any spelling that a file system takes for the same.
 *   O2. What was written there stays reachable under a kept ref, and is told; then the lane is what was saved.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, gitOrThrow } from '../command.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

const folder = '.harness';
const spelled = `:(top,icase)${folder}`;

/** The files of it that differ between a commit and a tree. */
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
    spelled,
  ]);
  return listed.split('\0').filter((path) => path !== '');
}

/** The tree with the folder as the commit has it. */
export async function withoutHarnessFolder(worktree: Worktree, commit: string, tree: string): Promise<string> {
  const place = await mkdtemp(join(worktree.gitDir, 'harness-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(place, 'index') };
    await gitInWorktree(worktree, ['read-tree', tree], { env });
    // Sparse: git would pass over what lies outside the part that a sparse checkout shows.
    const remove = ['rm', '-r', '--cached', '--sparse', '--force', '--quiet', '--ignore-unmatch', '--', spelled];
    await gitInWorktree(worktree, remove, { env });
    const had = await git(worktree.path, ['rev-parse', '--verify', '--quiet', `${commit}:${folder}`]);
    if (had.exitCode === 0)
      await gitInWorktree(worktree, ['read-tree', `--prefix=${folder}/`, had.stdout.trim()], { env });
    return await gitInWorktree(worktree, ['write-tree'], { env });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
