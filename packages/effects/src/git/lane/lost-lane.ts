/** Notices a lane that was deleted or replaced while a run works in it, and creates it again. */
import { lstat, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { isFolder, nullIfMissing } from '../../file/file-system.ts';
import type { GitContext } from '../context.ts';
import { equipLane } from '../dependencies/equip-lane.ts';
import { commonDir } from '../git-dir.ts';
import { toGitOutcome } from '../git-outcome.ts';
import { waitForLeftoverGit } from '../leftover-git.ts';
import { listKeptRefs } from '../refs/kept-refs.ts';
import { restoreBranch } from '../refs/restore-branch.ts';
import { findWorktree, isComplete, type Worktree } from '../worktree/worktree.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import { type BranchOwnership, type BranchStart, findOwnership } from './branch-ownership.ts';
import { ensureLane, isLanePath, laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

/** Whether the lane is a folder that git knows, with the link to git's files that the harness wrote. No lane: true. */
export async function isLaneSound(repo: string, path: string): Promise<boolean> {
  if (!isLanePath(path)) return true;
  const root = await realpath(repo);
  const folder = laneFolder(root, path);
  if (!(await isFolder(folder))) return false;
  const worktree = await findWorktree({ common: await commonDir(root) }, folder);
  if (worktree === null || !(await isComplete(worktree))) return false;
  const link = join(folder, '.git');
  const found = await lstat(link).catch(nullIfMissing);
  return found?.isFile() === true && (await readFile(link, 'utf8')) === `gitdir: ${worktree.gitDir}\n`;
}

/** Creates a lost lane again with the files of its last checkpoint. Other folders, and a lane of no run, stay as they are. */
export async function restoreLostLane(repo: string, path: string, effect: LaneEffect): Promise<Outcome<null>> {
  if (await isLaneSound(repo, path)) return ok(null);
  return onLane(repo, path, effect, async (work, folder, claim) => {
    if (claim !== null) await recreateLane(work, folder, claim);
    return null;
  });
}

/** Restores worktree and branch. A lane without files gets those of the last kept ref. */
export async function recreateLane(
  work: GitContext,
  folder: string,
  lane: BranchStart & Pick<Lane, 'brought'>,
): Promise<Worktree> {
  const { worktree } = await ensureLane(work, folder, lane);
  await restoreBranch(work, worktree, lane);
  if ((await readPendingWrite(worktree)).done) return worktree;
  const commit = (await listKeptRefs(work)).at(-1)?.commit ?? lane.brought?.merged ?? lane.base;
  await writeLaneFiles(worktree, commit, null);
  await equipLane(work, worktree, commit, {});
  return worktree;
}

export interface LaneEffect {
  readonly run: string;
  readonly key: string;
}

/** Acts on a lane under its lock. The claim is `null` if no run owns the lane. */
export const onLane = <Value>(
  repo: string,
  path: string,
  { run, key }: LaneEffect,
  act: (work: GitContext, folder: string, claim: BranchOwnership | null) => Promise<Value>,
): Promise<Outcome<Value>> =>
  toGitOutcome('restore', repo, async () => {
    const root = await realpath(repo);
    const folder = laneFolder(root, path);
    const common = await commonDir(root);
    const work: GitContext = { repo: root, common, run, key, runFolder: '', interrupted: true, kept: async () => {} };
    await waitForLeftoverGit(root);
    return withLaneLock(folder, async () => ok(await act(work, folder, await findOwnership(root, basename(path)))));
  });
