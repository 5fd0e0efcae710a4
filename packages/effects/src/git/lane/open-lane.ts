/**
 * Opens a lane: a new branch at HEAD, at a given commit, or an existing branch, with a worktree.
 *
 *   O1. After a crash at any point, opening again finds its own branch and completes the same lane.
 *   O2. An existing branch is never taken unless it is to be continued: the lane gets `<branch>-2`, `-3` …
 */

import type { LaneResourceOptions, OpenedLane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import { equipLane } from '../dependencies/equip-lane.ts';
import { discardLane } from '../refs/keep-unreachable.ts';
import { listKeptRefs } from '../refs/kept-refs.ts';
import { createRef, readRef } from '../refs/ref.ts';
import { removeStaleLocks } from '../worktree/worktree.ts';
import { readPendingWrite, writeLaneFiles } from '../worktree/write-files.ts';
import {
  type BranchNames,
  type BranchOwnership,
  branchRef,
  cachedOwnership,
  parseOwnership,
  readBranchNames,
  releaseOwnership,
  takeBranch,
  takeExistingBranch,
} from './branch-ownership.ts';
import { ensureLane, laneFolder, lanePath } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { buildStackedBase } from './stacked-base.ts';

interface Args {
  readonly slug: string;
  readonly branch?: string;
  readonly from?: string;
  readonly at?: string;
  readonly onto?: readonly string[];
  readonly continues?: true;
  readonly name?: string;
  readonly allots?: LaneResourceOptions;
  readonly installTimeoutMs?: number;
}

export async function performOpenLane(work: GitContext, args: Args): Promise<Outcome<OpenedLane>> {
  const { slug, branch = `harness/${slug}`, from, at, onto, continues, name = work.run } = args;
  const path = lanePath(name);
  const folder = laneFolder(work.repo, path);
  return withLaneLock(folder, async () => {
    const known = await cachedOwnership(work.repo, name);
    const names = known === null ? await readBranchNames(work.repo, branch) : null; // read once for the whole operation
    const stacked = from !== undefined && onto ? await buildStackedBase(work.repo, from, onto) : null;
    const claim =
      (await earlierBranch(work, folder, known ?? (names && parseOwnership(names, work.repo, name)))) ??
      (continues ? await takeExistingBranch(work.repo, name, branch) : null) ??
      (await newBranch(work, name, branch, stacked?.commit ?? at ?? headOf(from), names));
    const { worktree } = await ensureLane(work, folder, claim);
    if (!(await readPendingWrite(worktree)).done) await writeLaneFiles(worktree, claim.base, null);
    const given = await equipLane(work, worktree, claim.base, args);
    if (!given.ok) return given;
    const keptBefore = (await listKeptRefs(work)).at(-1)?.number;
    const conflicts = stacked?.commit === claim.base ? stacked.conflicts : [];
    return ok({
      path,
      branch: claim.branch,
      base: claim.base,
      ...(claim.continues ? { continues: true } : {}),
      ...(keptBefore === undefined ? {} : { keptBefore }),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    });
  });
}

const headOf = (branch: string | undefined) => (branch === undefined ? 'HEAD' : branchRef(branch));

/** Claim of an earlier try. It may lack its branch after a crash; a branch at another commit belongs to a person. */
async function earlierBranch(
  work: GitContext,
  folder: string,
  claim: BranchOwnership | null,
): Promise<BranchOwnership | null> {
  if (claim === null) return null;
  const isUnmoved = (await readRef(work.repo, branchRef(claim.branch))) === claim.base;
  if (isUnmoved || (await createBranch(work, claim))) return claim;
  return discardLane(work, folder, claim);
}

async function newBranch(
  work: GitContext,
  name: string,
  branch: string,
  from: string,
  seen: BranchNames | null,
): Promise<BranchOwnership> {
  for (let names = seen; ; names = null) {
    const { claim, hasBranch } = await takeBranch(
      work.repo,
      name,
      branch,
      from,
      names ?? (await readBranchNames(work.repo, branch)),
    );
    if (hasBranch || (await createBranch(work, claim))) return claim;
    await releaseOwnership(work.repo, claim); // another process has just created this branch: try the next name
  }
}

/** The claim also covers a lock on the name. */
async function createBranch(work: GitContext, { branch, base }: BranchOwnership): Promise<boolean> {
  await removeStaleLocks(work, null, branch);
  return createRef(work.repo, branchRef(branch), base);
}
