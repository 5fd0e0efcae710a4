/** A look at the files of a lane, to be compared with them later: who only reads has changed nothing. */
import type { Workplace } from '@harness/core/effects/agent';
import type { Outcome } from '@harness/core/failure/failure';
import { gitOrThrow } from '../command.ts';
import { readLaneTree } from './lane-tree.ts';
import { tryRestoreLane } from './restore-lane.ts';

export interface LaneSnapshot {
  /** What differs by now, by its path in the folder; what git ignores is not looked at. */
  changes(): Promise<readonly string[]>;
  /** Keeps these files as they are now, brings them back to what they were, and answers with the ref that holds them. */
  undo(
    paths: readonly string[],
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
}

/** Nothing for a lane that is not there. */
export async function snapshotLane(
  repo: string,
  workplace: Workplace & { readonly checkpoint: string },
): Promise<LaneSnapshot | null> {
  const before = await readLaneTree(repo, workplace);
  if (before === null) return null;
  return {
    changes: async () => changedPaths(repo, before, (await readLaneTree(repo, workplace)) ?? before),
    undo: (_, effect) => tryRestoreLane(repo, workplace, effect), // nobody but the harness has to do with a lane
  };
}

/** A file that was renamed is two: one that is gone and one that is new. */
export async function changedPaths(repo: string, before: string, after: string): Promise<readonly string[]> {
  if (before === after) return [];
  const rows = await gitOrThrow(repo, ['diff-tree', '-r', '--no-renames', '--name-only', '-z', before, after]);
  return rows.split('\0').filter((path) => path !== '');
}
