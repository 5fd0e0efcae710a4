/**
 * Opens a lane: a branch of its own from where the user stands or from where it is told, or one that is there already, and a
 * worktree on it.
 *
 *   O1. After a crash at any point, opening again finds its own branch and finishes the same lane.
 *   O2. A branch that exists is never taken, unless it is to be gone on with: the lane's becomes `<branch>-2`, `-3` …
 */
import type { Allots, OpenedLane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure';
import { allot } from './allot.ts';
import {
  branchRef,
  type Claim,
  claimBranch,
  claimContinued,
  claimIn,
  knownClaim,
  type Names,
  namesIn,
  release,
} from './claim.ts';
import { fill, fillingOf } from './fill.ts';
import { groundOf } from './ground.ts';
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
  readonly onto?: readonly string[];
  readonly continues?: true;
  readonly name?: string;
  readonly allots?: Allots;
}

export async function openLane(
  work: Work,
  { slug, branch = `harness/${slug}`, from, at, onto, continues, name = work.run, allots }: Args,
): Promise<Outcome<OpenedLane>> {
  const path = lanePath(name);
  const folder = laneFolder(work.repo, path);
  return inTurn(folder, async () => {
    const known = await knownClaim(work.repo, name);
    const names = known === null ? await namesIn(work.repo, branch) : null; // one look serves the whole opening
    const ground = from !== undefined && onto ? await groundOf(work.repo, from, onto) : null;
    const claim =
      (await earlierBranch(work, folder, known ?? (names && claimIn(names, work.repo, name)))) ??
      (continues ? await claimContinued(work.repo, name, branch) : null) ??
      (await newBranch(work, name, branch, ground?.commit ?? at ?? headOf(from), names));
    const { worktree } = await ensureLane(work, folder, claim);
    if (!(await fillingOf(worktree)).done) await fill(worktree, claim.base, null);
    const given = allots ? await allot(work, worktree, allots) : ok(null);
    if (!given.ok) return given;
    const keptBefore = (await keptOf(work)).at(-1)?.number;
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
async function earlierBranch(work: Work, folder: string, claim: Claim | null): Promise<Claim | null> {
  if (claim === null) return null;
  const isThere = (await readRef(work.repo, branchRef(claim.branch))) === claim.base;
  if (isThere || (await createBranch(work, claim))) return claim;
  await keepRest(work, folder, claim);
  await removeWorktree(work, folder);
  await release(work.repo, claim);
  return null;
}

async function newBranch(work: Work, name: string, branch: string, from: string, seen: Names | null): Promise<Claim> {
  for (let names = seen; ; names = null) {
    const { claim, hasBranch } = await claimBranch(
      work.repo,
      name,
      branch,
      from,
      names ?? (await namesIn(work.repo, branch)),
    );
    if (hasBranch || (await createBranch(work, claim))) return claim;
    await release(work.repo, claim); // somebody made this very branch just now: the next name
  }
}

/** The name is ours by the claim, and so is a lock on it. */
async function createBranch(work: Work, { branch, base }: Claim): Promise<boolean> {
  await unlock(work, null, branch);
  return createRef(work.repo, branchRef(branch), base);
}
