/**
 * Opens a lane: a branch of its own from where the user stands or from where it is told, or one that is there already, and a
 * worktree on it.
 *
 *   O1. After a crash at any point, opening again finds its own branch and finishes the same lane.
 *   O2. A branch that exists is never taken, unless it is to be gone on with: the lane's becomes `<branch>-2`, `-3` …
 */
import type { LaneResourceOptions, OpenedLane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import { assignLaneResources } from '../dependencies/lane-resources.ts';
import { keepUnreachableWork } from '../refs/keep-unreachable.ts';
import { listKeptRefs } from '../refs/kept-refs.ts';
import { createRef, readRef } from '../refs/ref.ts';
import { removeStaleLocks, removeWorktree } from '../worktree/worktree.ts';
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
}

export async function openLane(
  work: GitContext,
  { slug, branch = `harness/${slug}`, from, at, onto, continues, name = work.run, allots }: Args,
): Promise<Outcome<OpenedLane>> {
  const path = lanePath(name);
  const folder = laneFolder(work.repo, path);
  return withLaneLock(folder, async () => {
    const known = await cachedOwnership(work.repo, name);
    const names = known === null ? await readBranchNames(work.repo, branch) : null; // one look serves the whole opening
    const ground = from !== undefined && onto ? await buildStackedBase(work.repo, from, onto) : null;
    const claim =
      (await earlierBranch(work, folder, known ?? (names && parseOwnership(names, work.repo, name)))) ??
      (continues ? await takeExistingBranch(work.repo, name, branch) : null) ??
      (await newBranch(work, name, branch, ground?.commit ?? at ?? headOf(from), names));
    const { worktree } = await ensureLane(work, folder, claim);
    if (!(await readPendingWrite(worktree)).done) await writeLaneFiles(worktree, claim.base, null);
    const given = allots ? await assignLaneResources(work, worktree, allots) : ok(null);
    if (!given.ok) return given;
    const keptBefore = (await listKeptRefs(work)).at(-1)?.number;
    const conflicts = ground?.commit === claim.base ? ground.conflicts : [];
    return ok({
      ...{ path, branch: claim.branch, base: claim.base },
      ...(claim.continues ? { continues: true } : {}),
      ...(keptBefore === undefined ? {} : { keptBefore }),
      ...(conflicts.length > 0 ? { conflicts } : {}),
    });
  });
}

const headOf = (branch: string | undefined) => (branch === undefined ? 'HEAD' : branchRef(branch));

/** What an earlier try left. A claim without a branch is where it stopped; a branch that stands elsewhere is a person's. */
async function earlierBranch(
  work: GitContext,
  folder: string,
  claim: BranchOwnership | null,
): Promise<BranchOwnership | null> {
  if (claim === null) return null;
  const isThere = (await readRef(work.repo, branchRef(claim.branch))) === claim.base;
  if (isThere || (await createBranch(work, claim))) return claim;
  await keepUnreachableWork(work, folder, claim);
  await removeWorktree(work, folder);
  await releaseOwnership(work.repo, claim);
  return null;
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
    await releaseOwnership(work.repo, claim); // somebody made this very branch just now: the next name
  }
}

/** The name is ours by the claim, and so is a lock on it. */
async function createBranch(work: GitContext, { branch, base }: BranchOwnership): Promise<boolean> {
  await removeStaleLocks(work, null, branch);
  return createRef(work.repo, branchRef(branch), base);
}
