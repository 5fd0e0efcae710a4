/** Stops a run from outside: aborts its open effects, stops its children, then releases what it holds (E9). */
import type { Failure } from '@harness/core/failure/failure';
import { stopChildren } from './children.ts';
import { stopId } from './inbox.ts';
import type { OpenJournal } from './journal.ts';
import { createLinkedAbort, untilDone } from './linked-abort.ts';
import type { RunGroup } from './run-group.ts';
import type { World } from './world.ts';

/** Sender of the stop request; `undefined` if there is none. The message stays, so a crash does not lose the stop. */
export async function findStopSender({ run, log }: OpenJournal, { inbox }: World): Promise<string | undefined> {
  if (log.stopping || log.ended) return undefined;
  const stop = (await inbox(run).read()).find(({ id }) => id === stopId);
  return stop?.message.by;
}

export async function startStop(journal: OpenJournal, group: RunGroup, because?: Failure): Promise<void> {
  const by = (await findStopSender(journal, group.world)) ?? 'engine';
  await stopChildren(journal, group, by);
  journal.note({ type: 'stopping', by, ...(because ? { because } : {}) });
  await journal.flush();
}

/**
 * Runs several promises until all settle, one throws, `signal` is aborted, or the inbox receives a stop.
 * It returns only after all have settled: no child process outlives its effect.
 */
export async function waitUntilStopped<T>(
  journal: OpenJournal,
  world: World,
  signal: AbortSignal,
  begin: (ends: AbortSignal) => readonly Promise<T>[],
): Promise<readonly T[] | 'stopped'> {
  const { cut, unlink } = createLinkedAbort(signal);
  const watched = createLinkedAbort(cut.signal);
  // An inbox that cannot be read ends the work like an error of its own; unhandled, it would end the process at once.
  const watching = journal.log.stopping
    ? undefined
    : watchForStop(journal, world, watched.cut.signal, cut).catch((error: unknown) => cut.abort(error));
  const work = begin(cut.signal).map((one) =>
    one.catch((error: unknown) => {
      cut.abort(error); // an error of one ends the others
      throw error;
    }),
  );
  const results = await Promise.allSettled(work);
  watched.cut.abort();
  await watching;
  unlink();

  signal.throwIfAborted();
  if (cut.signal.reason instanceof Stopped) return 'stopped';
  if (cut.signal.aborted) throw cut.signal.reason;
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

class Stopped extends Error {
  override readonly name = 'Stopped';
}

async function watchForStop(journal: OpenJournal, world: World, signal: AbortSignal, cut: AbortController) {
  const inbox = world.inbox(journal.run);
  await startDelay(signal);
  while (!signal.aborted) {
    const received = await inbox.read();
    if (received.some(({ id }) => id === stopId)) return cut.abort(new Stopped());
    await inbox.changed(received.length, signal);
  }
}

/** Most moves end sooner than this and need no watch of the inbox. */
const startDelayMs = 20;

const startDelay = (signal: AbortSignal): Promise<void> =>
  untilDone(signal, (done) => {
    const timer = setTimeout(done, startDelayMs);
    return () => clearTimeout(timer);
  });
