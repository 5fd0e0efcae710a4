/** Locates the lane of a run, and creates its worktree again if it is missing or incomplete. */
import { basename, join } from 'node:path';
import { isFolder } from '../../file/file-system.ts';
import { GitError } from '../command.ts';
import type { GitContext } from '../context.ts';
import { keepUnreachableWork } from '../refs/keep-unreachable.ts';
import { createRef, readRef } from '../refs/ref.ts';
import {
  findWorktree,
  isComplete,
  registerWorktree,
  removeStaleLocks,
  removeWorktree,
  repairWorktree,
  type Worktree,
} from '../worktree/worktree.ts';
import { type BranchStart, branchRef } from './branch-ownership.ts';

const lanes = '.harness/worktrees';
export const lanePath = (run: string): string => `${lanes}/${run}`;

export function isLanePath(path: string): boolean {
  const name = basename(path);
  return path === lanePath(name) && name !== '..' && name !== '.';
}

/** Absolute path of a lane. Refuses any other path, because lanes are emptied and removed. */
export function laneFolder(repo: string, path: string): string {
  if (!isLanePath(path)) throw new GitError(`${path} is not a lane`);
  return join(repo, path);
}

/** `kept` is the ref of files in a folder that git no longer knew; `null` if there were none. */
interface EnsuredLane {
  readonly worktree: Worktree;
  readonly kept: string | null;
}

export async function ensureLane(work: GitContext, folder: string, home: BranchStart): Promise<EnsuredLane> {
  const found = await findWorktree(work, folder);
  const exists = await isFolder(folder);
  await removeStaleLocks(work, found, home.branch);
  if (found && exists && (await isComplete(found))) {
    await repairWorktree(found);
    return { worktree: found, kept: null };
  }
  const kept = found || exists ? await keepUnreachableWork(work, folder, home) : null;
  await removeWorktree(work, folder);
  const ref = branchRef(home.branch);
  if ((await readRef(work.repo, ref)) === null) await createRef(work.repo, ref, home.base); // it was deleted in the meantime
  return { worktree: await registerWorktree(work, folder, home.branch), kept };
}
