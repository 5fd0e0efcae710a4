/**
 * Commits the validated tree of a lane to the lane's own branch. The base is only read.
 *
 *   K1. Exactly once: the commit carries the key of its effect, and a second try finds it.
 *   K2. A lane whose base has moved is not kept: the combined result was never validated.
 *   K3. A change that contains a secret of the harness is not committed. Its files are named, never the value.
 */
import type { Lane } from '@harness/core/effects/git';
import type { KeptLane } from '@harness/core/effects/keep-lane';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import { advance, effectName, effectOf, messageOf } from '../refs/commit.ts';
import { readRef, treesOf, writeCommit } from '../refs/ref.ts';
import { removeStaleLocks } from '../worktree/worktree.ts';
import { branchRef } from './branch-ownership.ts';
import { refuseSecrets } from './find-secrets.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';
import { buildStackedBase } from './stacked-base.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly base: string;
  readonly onto: readonly string[];
  readonly message: string;
}

export async function performKeepLane(work: GitContext, args: Args): Promise<Outcome<KeptLane>> {
  const folder = laneFolder(work.repo, args.lane.path);
  return withLaneLock(folder, () => keep(work, args));
}

async function keep(work: GitContext, { lane, checkpoint, base, onto, message }: Args): Promise<Outcome<KeptLane>> {
  const { repo } = work;
  const tip = await readRef(repo, branchRef(lane.branch));
  if (tip !== null && (await effectOf(repo, tip)) === effectName(work)) return ok({ is: 'kept', commit: tip, lane });
  const stacked = await buildStackedBase(repo, base, onto);
  if (stacked.commit !== lane.base) return ok({ is: 'base-moved' });
  const [tree = '', before] = await treesOf(repo, checkpoint, lane.base);
  if (tree === before) return ok({ is: 'nothing', lane });
  const refused = await refuseSecrets(repo, lane.base, checkpoint);
  if (refused !== null) return refused;
  await removeStaleLocks(work, null, lane.branch);
  const commit = await writeCommit(repo, tree, stacked.heads, messageOf(work, message));
  const advanced = await advance(work, lane.branch, lane.base, commit);
  return advanced.ok ? ok({ is: 'kept', commit: advanced.value.commit, lane }) : advanced;
}
