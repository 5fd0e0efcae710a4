/**
 * Polls until a pull request was merged or a plan file changed.
 *
 *   W1. A failing forge does not end the watch: it is asked again at the next tick, or at its retry time.
 *   W2. Without a given fingerprint, the first poll is the reference.
 *   W3. An abort ends the watch at once.
 */
import { newMerges } from '@harness/core/plans/merges';
import { GitError } from '../git/command.ts';
import { fingerprintPlans } from '../plans/fingerprint.ts';
import type { PlanFolders } from '../plans/read.ts';
import type { WatchClock } from './clock.ts';
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './forge-error.ts';

export interface WatchArgs extends PlanFolders {
  readonly base: string;
  readonly most: number;
  readonly seen: readonly string[] | null;
  readonly print: string | null;
  readonly everyMs: number;
}

export async function performWatchWork(
  forge: () => Promise<Forge>,
  repo: string,
  args: WatchArgs,
  task: ForgeTask,
  clock: WatchClock,
): Promise<{ is: 'merged' | 'plans' }> {
  const print = args.print ?? (await fingerprintPlans(repo, args));
  for (;;) {
    task.signal.throwIfAborted();
    if ((await fingerprintPlans(repo, args)) !== print) return { is: 'plans' };
    const { hasMerges, retryAfterMs } = await poll(forge, args, task);
    if (hasMerges) return { is: 'merged' };
    await clock.pause(Math.max(args.everyMs, retryAfterMs), task.signal);
  }
}

async function poll(forge: () => Promise<Forge>, { base, most, seen }: WatchArgs, task: ForgeTask) {
  try {
    const merged = await (await forge()).listMerged(base, most, task);
    return { hasMerges: seen === null || newMerges(seen, merged).length > 0, retryAfterMs: 0 };
  } catch (error) {
    task.signal.throwIfAborted();
    if (!(error instanceof ForgeError || error instanceof GitError)) throw error;
    const retryAfterMs = error instanceof ForgeError ? Number(error.failure.params['retryAfterMs'] ?? 0) : 0;
    return { hasMerges: false, retryAfterMs };
  }
}
