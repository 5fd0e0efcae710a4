/** Looks which files a checkpoint changes that its feature did not name. It reads, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matches } from '@harness/core/test-guard/glob';
import type { GitContext } from '../context.ts';
import { laneFolder } from './lane.ts';
import { changedPaths } from './lane-snapshot.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly files: readonly string[];
}

export async function inspectScope(
  { repo }: GitContext,
  { lane, checkpoint, files }: Args,
): Promise<Outcome<{ readonly outside: readonly string[] }>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // nothing but a lane or the checkout is looked at
  const changed = await changedPaths(repo, lane.base, checkpoint);
  return ok({ outside: changed.filter((path) => !matches(path, files)) });
}
