/**
 * Registers, finds, repairs and removes the worktree of a lane: its folder, and the folder that git keeps about it.
 *
 * Every git command gets both folders. If an agent removed the `.git` of its lane, git would otherwise find the
 * repository of the user above it and work there.
 */
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nullIfMissing, pathExists, removeFolder } from '../../file/file-system.ts';
import { GitError, type GitOptions, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { listGitDirs } from '../git-dir.ts';
import { branchRef, existingBranchRef, ownershipRef } from '../lane/branch-ownership.ts';
import { withLaneLock } from '../lane/lane-lock.ts';

export interface Worktree {
  readonly path: string;
  /** Folder with HEAD and index of this worktree. */
  readonly gitDir: string;
  /** Cancels a long read of files; `undefined` if it must complete. */
  readonly signal?: AbortSignal | undefined;
}

export const gitOfWorktree = ({ path, gitDir }: Worktree) => ({ GIT_DIR: gitDir, GIT_WORK_TREE: path });

export const gitInWorktree = (worktree: Worktree, args: readonly string[], { env, ...rest }: GitOptions = {}) =>
  gitOrThrow(worktree.path, args, { ...rest, env: { ...gitOfWorktree(worktree), ...env } });

export async function findWorktree(
  { common, signal }: Pick<GitContext, 'common' | 'signal'>,
  path: string,
): Promise<Worktree | null> {
  for (const gitDir of await listGitDirs(common)) {
    const link = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(nullIfMissing);
    if (link !== null && resolve(gitDir, link.trimEnd()) === join(path, '.git')) return { path, gitDir, signal };
  }
  return null;
}

/** Creates a worktree on this branch without files; `writeLaneFiles` adds them. */
export async function registerWorktree(work: GitContext, path: string, branch: string): Promise<Worktree> {
  await mkdir(dirname(path), { recursive: true });
  const add = ['worktree', 'add', '--force', '--no-checkout', '--quiet', '--', path, branch];
  await inWorktrees(work.common, () => gitOrThrow(work.repo, add));
  const found = await findWorktree(work, path);
  if (found === null) throw new GitError(`git created no worktree at ${path}`);
  return found;
}

/** Whether git completed its creation; an incomplete worktree never contained files. */
export async function isComplete({ gitDir }: Worktree): Promise<boolean> {
  const lock = await readFile(join(gitDir, 'locked'), 'utf8').catch(nullIfMissing);
  return (await pathExists(join(gitDir, 'HEAD'))) && lock?.trim() !== 'initializing';
}

/** Restores the `.git` link of the folder, whatever an agent did to it. */
export async function repairWorktree({ path, gitDir }: Worktree): Promise<void> {
  const link = join(path, '.git');
  const rightText = `gitdir: ${gitDir}\n`;
  const found = await lstat(link).catch(nullIfMissing);
  if (found?.isFile() && (await readFile(link, 'utf8')) === rightText) return;
  // A repository that an agent created there is moved aside; its files stay as files of the lane.
  if (found) await rename(link, join(gitDir, `replaced-${Date.now()}`));
  await writeFile(link, rightText);
}

/** Removes locks of killed git processes. Only the owner of the lane uses these files. */
export async function removeStaleLocks(
  { common }: GitContext,
  worktree: Worktree | null,
  branch: string,
): Promise<void> {
  const own = worktree ? ['index.lock', 'HEAD.lock'].map((lock) => join(worktree.gitDir, lock)) : [];
  const refs = [branchRef(branch), ownershipRef(branch), existingBranchRef(branch)].map((ref) =>
    join(common, `${ref}.lock`),
  );
  await Promise.all([...own, ...refs].map((lock) => rm(lock, { force: true })));
}

/** Removes both folders. The rename comes first: a half removed folder would look like deleted files. */
export async function removeWorktree(work: GitContext, path: string): Promise<void> {
  const discarded = join(dirname(path), `.leaving-${basename(path)}`);
  await removeFolder(discarded);
  await rename(path, discarded).catch(nullIfMissing);
  const forget = async () => {
    const found = await findWorktree(work, path);
    if (found !== null) await forgetWorktree(work, found);
  };
  await Promise.all([removeFolder(discarded), forget()]);
}

/**
 * Removes what git keeps about a worktree, as `git worktree remove` does. Only this one: `worktree prune` would also remove
 * the user's worktree on an unmounted disk.
 */
async function forgetWorktree({ common }: GitContext, { gitDir }: Worktree): Promise<void> {
  const discarded = join(common, `harness-leaving-${basename(gitDir)}`);
  await removeFolder(discarded);
  await inWorktrees(common, () => rename(gitDir, discarded).catch(nullIfMissing));
  await removeFolder(discarded);
}

/** One change at a time: git fails with an error about `commondir` while another git registers a worktree. */
const inWorktrees = <Value>(common: string, change: () => Promise<Value>) =>
  withLaneLock(join(common, 'worktrees'), change);
