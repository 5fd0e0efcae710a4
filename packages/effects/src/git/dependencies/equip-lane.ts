/** Gives a new lane its own dependencies, and a lane of a mission also ports, a temporary folder and a `.env`. */
import type { LaneResourceOptions } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { GitContext } from '../context.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { giveDependencies } from './lane-dependencies.ts';
import { assignLaneResources } from './lane-resources.ts';

interface Equipment {
  readonly allots?: LaneResourceOptions;
  /** Timeout of an installation; `undefined` installs nothing, unless `allots` names one. */
  readonly installTimeoutMs?: number;
}

/** `commit` has the files of the lane. Only a mission fails if an installation fails: other runs say so and continue. */
export async function equipLane(
  work: GitContext,
  worktree: Worktree,
  commit: string,
  { allots, installTimeoutMs = allots?.installTimeoutMs }: Equipment,
): Promise<Outcome<null>> {
  const [given] = await Promise.all([
    giveDependencies(work, worktree, { commit, timeoutMs: installTimeoutMs ?? null }),
    allots ? assignLaneResources(work, worktree, allots) : null,
  ]);
  if (!given.ok && allots) return given;
  if (!given.ok) {
    const { command, detail } = given.failure.params;
    await work.notIsolated?.(`${command}: ${detail}`);
    await giveDependencies(work, worktree, { commit, timeoutMs: null }); // better those of the checkout than a way into it
  }
  return ok(null);
}
