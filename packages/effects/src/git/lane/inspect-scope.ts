/** Lists the files of a checkpoint that its feature did not name, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matchesGlob } from '@harness/core/test-guard/glob';
import type { GitContext } from '../context.ts';
import { laneFolder } from './lane.ts';
import { changedPaths } from './lane-snapshot.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly files: readonly string[];
}

export async function performInspectScope(
  { repo }: GitContext,
  { lane, checkpoint, files }: Args,
): Promise<Outcome<{ readonly outside: readonly string[] }>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // accepts only a lane or the checkout
  const changed = await changedPaths(repo, lane.base, checkpoint);
  return ok({ outside: changed.filter((path) => !matchesGlob(path, files)) });
}
