/**
 * Polls a pull request until there is a result, or the time is over.
 *
 *   W1. The time starts at `sinceMs`, so that a restart does not extend it. There is at least one poll.
 *   W2. A short outage of the forge does not end the watch. If it lasts until the end, it is the result.
 *   W3. The watch waits for the end of a rate limit if there is time; else the limit is a failure.
 *   W4. An abort ends the watch at once.
 *   W5. A head that precedes our push means that the poll came too early, not that another person pushed.
 */
import type { WatchedChecks, WatchedMerge, WatchTiming } from '@harness/core/effects/forge';
import { namesOfColour, overallColour, relevantChecks } from '@harness/core/forge/checks';
import type { WatchClock } from './clock.ts';
import type { Forge, ForgeTask, PullSnapshot } from './forge.ts';
import { ForgeError } from './forge-error.ts';

interface ChecksArgs extends MergeWatch {
  readonly emptyAfterMs: number;
  readonly ignore: readonly string[];
}

export function performWatchChecks(
  forge: Forge,
  args: ChecksArgs,
  task: ForgeTask,
  clock: WatchClock,
): Promise<WatchedChecks> {
  return watch<WatchedChecks>(args, task, clock, async (elapsedMs, isOver) => {
    const look = await forge.look(args.pull, task);
    const other = changeByOthers(look, args.head);
    if (await isEarly(forge, other, args.head, isOver)) return null;
    if (other !== null) return other;
    if (look.mergeable === 'conflict') return { is: 'conflict', files: await forge.conflicts(look, task) };
    await forge.runChecks(look, task);
    const { checks, mayGrow } = await forge.checks(look, task);
    const relevant = relevantChecks(checks, args.ignore);
    switch (overallColour(relevant)) {
      case 'red':
        return {
          is: 'red',
          red: await forge.explain(
            relevant.filter(({ colour }) => colour === 'red'),
            task,
          ),
        };
      case 'green':
        return { is: 'green' };
      case 'none':
        if (!mayGrow || elapsedMs >= args.emptyAfterMs) return { is: 'none' };
        return isOver ? { is: 'timed-out', pending: [] } : null;
      case 'pending':
        return isOver ? { is: 'timed-out', pending: namesOfColour(relevant, 'pending') } : null;
    }
  });
}

interface MergeWatch extends WatchTiming {
  readonly pull: number;
  readonly head: string;
}

export function performWatchMerge(
  forge: Forge,
  args: MergeWatch,
  task: ForgeTask,
  clock: WatchClock,
): Promise<WatchedMerge> {
  return watch<WatchedMerge>(args, task, clock, async (_, isOver) => {
    const other = changeByOthers(await forge.look(args.pull, task), args.head);
    if (await isEarly(forge, other, args.head, isOver)) return null;
    return other ?? (isOver ? { is: 'timed-out' } : null);
  });
}

/** Change by another person: merged or closed first, then a new head; `null` if there is none. */
function changeByOthers({ state, head }: PullSnapshot, expected: string) {
  if (state.is !== 'open') return state;
  return head === expected ? null : ({ is: 'changed', head } as const);
}

const isEarly = async (forge: Forge, other: ReturnType<typeof changeByOthers>, expected: string, isOver: boolean) =>
  other?.is === 'changed' && !isOver && (await forge.precedes(other.head, expected));

async function watch<Value>(
  { sinceMs, withinMs, everyMs }: WatchTiming,
  { signal }: ForgeTask,
  clock: WatchClock,
  look: (elapsedMs: number, isOver: boolean) => Promise<Value | null>,
): Promise<Value> {
  const began = Math.min(sinceMs, clock.now()); // a clock that was set back must not lengthen the watch
  for (;;) {
    signal.throwIfAborted();
    const elapsedMs = clock.now() - began;
    const leftMs = withinMs - elapsedMs;
    let pauseMs = everyMs;
    try {
      const seen = await look(elapsedMs, leftMs <= 0);
      if (seen !== null) return seen;
    } catch (error) {
      pauseMs = Math.max(everyMs, waitAfterFailure(error, leftMs));
    }
    await clock.pause(Math.max(1, Math.min(pauseMs, began + withinMs - clock.now())), signal);
  }
}

/** Wait after a temporary failure; any other failure is thrown again. */
function waitAfterFailure(error: unknown, leftMs: number): number {
  if (!(error instanceof ForgeError) || leftMs <= 0) throw error;
  const { code, params } = error.failure;
  if (code === 'forge.unavailable') return 0;
  const waitMs = Number(params['retryAfterMs'] ?? Number.POSITIVE_INFINITY);
  if (code !== 'forge.rate-limited' || waitMs >= leftMs) throw error;
  return waitMs;
}
