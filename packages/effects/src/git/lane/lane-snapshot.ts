/** Compares the files of a lane before and after a role that may only read. */
import type { Workplace } from '@harness/core/effects/agent';
import type { Outcome } from '@harness/core/failure/failure';
import { gitOrThrow } from '../command.ts';
import { readLaneTree } from './lane-tree.ts';
import { tryRestoreLane } from './restore-lane.ts';

export interface LaneSnapshot {
  /** Changed paths, relative to the folder; ignored files are not compared. */
  changes(): Promise<readonly string[]>;
  /** Keeps the current files under a ref, restores them, and returns the ref. */
  undo(
    paths: readonly string[],
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
}

/** `null` if the lane does not exist. */
export async function snapshotLane(
  repo: string,
  workplace: Workplace & { readonly checkpoint: string },
): Promise<LaneSnapshot | null> {
  const before = await readLaneTree(repo, workplace);
  if (before === null) return null;
  return {
    async changes() {
      const after = await readLaneTree(repo, workplace);
      return after === null ? [wholeLane] : changedPaths(repo, before, after);
    },
    undo: (_, effect) => tryRestoreLane(repo, workplace, effect), // a lane belongs to the harness alone
  };
}

/** The lane itself was deleted or replaced. */
const wholeLane = 'the whole folder';

/** A renamed file is listed as deleted and new. Without `only`, all paths are compared. */
export async function changedPaths(repo: string, before: string, after: string, ...only: readonly string[]) {
  if (before === after) return [];
  const args = ['diff-tree', '-r', '--no-renames', '--name-only', '-z', before, after, '--', ...only];
  const rows = await gitOrThrow(repo, args);
  return rows.split('\0').filter((path) => path !== '');
}
