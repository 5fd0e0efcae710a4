/** Where the lane of a run is, and that it is there: a worktree that is missing or half made is made again. */
import { basename, join } from 'node:path';
import { branchRef, type Home } from './claim.ts';
import { GitError } from './command.ts';
import { isFolder } from './folder.ts';
import { createRef, readRef } from './ref.ts';
import { keepRest } from './rest.ts';
import type { Work } from './work.ts';
import { findWorktree, isComplete, mend, register, removeWorktree, unlock, type Worktree } from './worktree.ts';

const lanes = '.harness/worktrees';
export const lanePath = (run: string): string => `${lanes}/${run}`;

export function isLanePath(path: string): boolean {
  const name = basename(path);
  return path === lanePath(name) && name !== '..' && name !== '.';
}

/** The absolute path of a lane. Anything else is refused, because lanes are emptied and removed. */
export function laneFolder(repo: string, path: string): string {
  if (!isLanePath(path)) throw new GitError(`${path} is not a lane`);
  return join(repo, path);
}

/** `kept` is where the files of a folder went that git knew nothing about any more. */
interface Ensured {
  readonly worktree: Worktree;
  readonly kept: string | null;
}

export async function ensureLane(work: Work, folder: string, home: Home): Promise<Ensured> {
  const found = await findWorktree(work, folder);
  const isThere = await isFolder(folder);
  await unlock(work, found, home.branch);
  if (found && isThere && (await isComplete(found))) {
    await mend(found);
    return { worktree: found, kept: null };
  }
  const kept = found || isThere ? await keepRest(work, folder, home) : null;
  await removeWorktree(work, folder);
  const ref = branchRef(home.branch);
  if ((await readRef(work.repo, ref)) === null) await createRef(work.repo, ref, home.base); // somebody deleted it meanwhile
  return { worktree: await register(work, folder, home.branch), kept };
}
