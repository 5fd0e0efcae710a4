/**
 * Looks again and again until there is something to say, or the time is over.
 *
 *   W1. The time counts from `sinceMs`, so that a restart does not begin it anew; there is always one look.
 *   W2. A forge that is in trouble for a moment does not end a watch. When it still is at the end, that is the answer.
 *   W3. A rate limit is waited out where there is time for it, and a failure where there is none.
 *   W4. An abort ends it at once.
 *   W5. A head from before our push is a look that came too early, not a change by somebody else.
 */
import type { WatchedChecks, WatchedMerge, WatchTiming } from '@harness/core/effects/forge';
import { namesOfColour, overallColour, relevantChecks } from '@harness/core/forge/checks';
import type { WatchClock } from './clock.ts';
import type { Forge, ForgeTask, PullSnapshot } from './forge.ts';
import { ForgeError } from './forge-error.ts';

interface ChecksArgs extends WatchTiming {
  readonly pull: number;
  readonly head: string;
  readonly emptyAfterMs: number;
  readonly ignore: readonly string[];
}

export function watchChecks(
  forge: Forge,
  args: ChecksArgs,
  task: ForgeTask,
  clock: WatchClock,
): Promise<WatchedChecks> {
  return watch<WatchedChecks>(args, task, clock, async (elapsedMs, isOver) => {
    const look = await forge.look(args.pull, task);
    const other = elsewhere(look, args.head);
    if (await isEarly(forge, other, args.head, isOver)) return null;
    if (other !== null) return other;
    if (look.mergeable === 'conflict') return { is: 'conflict', files: await forge.conflicts(look, task) };
    await forge.runChecks(look, task);
    const { checks, mayGrow } = await forge.checks(look, task);
    const those = relevantChecks(checks, args.ignore);
    switch (overallColour(those)) {
      case 'red':
        return {
          is: 'red',
          red: await forge.explain(
            those.filter(({ colour }) => colour === 'red'),
            task,
          ),
        };
      case 'green':
        return { is: 'green' };
      case 'none':
        if (!mayGrow || elapsedMs >= args.emptyAfterMs) return { is: 'none' };
        return isOver ? { is: 'timed-out', pending: [] } : null;
      case 'pending':
        return isOver ? { is: 'timed-out', pending: namesOfColour(those, 'pending') } : null;
    }
  });
}

interface MergeWatch extends WatchTiming {
  readonly pull: number;
  readonly head: string;
}

export function watchMerge(forge: Forge, args: MergeWatch, task: ForgeTask, clock: WatchClock): Promise<WatchedMerge> {
  return watch<WatchedMerge>(args, task, clock, async (_, isOver) => {
    const other = elsewhere(await forge.look(args.pull, task), args.head);
    if (await isEarly(forge, other, args.head, isOver)) return null;
    return other ?? (isOver ? { is: 'timed-out' } : null);
  });
}

/** What somebody else made of it: what was merged is merged, whatever was pushed before. */
function elsewhere({ state, head }: PullSnapshot, expected: string) {
  if (state.is !== 'open') return state;
  return head === expected ? null : ({ is: 'changed', head } as const);
}

/** Whether the forge has not seen our push yet: what it shows comes before. */
const isEarly = async (forge: Forge, other: ReturnType<typeof elsewhere>, expected: string, isOver: boolean) =>
  other?.is === 'changed' && !isOver && (await forge.precedes(other.head, expected));

async function watch<Value>(
  { sinceMs, withinMs, everyMs }: WatchTiming,
  { signal }: ForgeTask,
  clock: WatchClock,
  look: (elapsedMs: number, isOver: boolean) => Promise<Value | null>,
): Promise<Value> {
  const began = Math.min(sinceMs, clock.now()); // a clock that was set back must not make the watch longer
  for (;;) {
    signal.throwIfAborted();
    const elapsedMs = clock.now() - began;
    const leftMs = withinMs - elapsedMs;
    let pauseMs = everyMs;
    try {
      const seen = await look(elapsedMs, leftMs <= 0);
      if (seen !== null) return seen;
    } catch (error) {
      pauseMs = Math.max(everyMs, bearable(error, leftMs));
    }
    await clock.pause(Math.max(1, Math.min(pauseMs, began + withinMs - clock.now())), signal);
  }
}

/** How long to wait after trouble that passes; everything else is thrown on. */
function bearable(error: unknown, leftMs: number): number {
  if (!(error instanceof ForgeError) || leftMs <= 0) throw error;
  const { code, params } = error.failure;
  if (code === 'forge.unavailable') return 0;
  const waitMs = Number(params['retryAfterMs'] ?? Number.POSITIVE_INFINITY);
  if (code !== 'forge.rate-limited' || waitMs >= leftMs) throw error;
  return waitMs;
}
