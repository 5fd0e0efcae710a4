/**
 * Opens a lane: a branch of its own from where the user stands or from where it is told, or one that is there already, and a
 * worktree on it.
 *
 *   O1. After a crash at any point, opening again finds its own branch and finishes the same lane.
 *   O2. A branch that exists is never taken, unless it is to be gone on with: the lane's becomes `<branch>-2`, `-3` …
 */
import type { Allots, Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure';
import { allot } from './allot.ts';
import { branchRef, type Claim, claimBranch, claimContinued, claimOf, release } from './claim.ts';
import { fill, fillingOf } from './fill.ts';
import { keptOf } from './kept.ts';
import { ensureLane, laneFolder, lanePath } from './lane.ts';
import { createRef, readRef } from './ref.ts';
import { keepRest } from './rest.ts';
import { inTurn } from './turn.ts';
import type { Work } from './work.ts';
import { removeWorktree, unlock } from './worktree.ts';

interface Args {
  readonly slug: string;
  readonly branch?: string;
  readonly from?: string;
  readonly at?: string;
  readonly continues?: true;
  readonly name?: string;
  readonly allots?: Allots;
}

export async function openLane(
  work: Work,
  { slug, branch = `harness/${slug}`, from, at, continues, name = work.run, allots }: Args,
): Promise<Outcome<Lane>> {
  const path = lanePath(name);
  const folder = laneFolder(work.repo, path);
  return inTurn(folder, async () => {
    const claim =
      (await earlierBranch(work, folder, name)) ??
      (continues ? await claimContinued(work.repo, name, branch) : null) ??
      (await newBranch(work, name, branch, at ?? (from === undefined ? 'HEAD' : branchRef(from))));
    const { worktree } = await ensureLane(work, folder, claim);
    if (!(await fillingOf(worktree)).done) await fill(worktree, claim.base, null);
    if (allots) await allot(work, worktree, allots);
    const keptBefore = (await keptOf(work)).at(-1)?.number;
    return ok({
      ...{ path, branch: claim.branch, base: claim.base },
      ...(claim.continues ? { continues: true } : {}),
      ...(keptBefore === undefined ? {} : { keptBefore }),
    });
  });
}

/** What an earlier try left. A claim without a branch is where it stopped; a branch that stands elsewhere is a person's. */
async function earlierBranch(work: Work, folder: string, name: string): Promise<Claim | null> {
  const claim = await claimOf(work.repo, name);
  if (claim === null) return null;
  const isThere = (await readRef(work.repo, branchRef(claim.branch))) === claim.base;
  if (isThere || (await createBranch(work, claim))) return claim;
  await keepRest(work, folder, claim);
  await removeWorktree(work, folder);
  await release(work.repo, claim);
  return null;
}

async function newBranch(work: Work, name: string, branch: string, from: string): Promise<Claim> {
  for (;;) {
    const claim = await claimBranch(work.repo, name, branch, from);
    if (await createBranch(work, claim)) return claim;
    await release(work.repo, claim); // somebody made this very branch just now: the next name
  }
}

/** The name is ours by the claim, and so is a lock on it. */
async function createBranch(work: Work, { branch, base }: Claim): Promise<boolean> {
  await unlock(work, null, branch);
  return createRef(work.repo, branchRef(branch), base);
}
