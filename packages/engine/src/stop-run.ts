/** Ends a run from outside: what is being done is cut off, its children are stopped first, then the run gives back what it holds (E9). */
import type { Failure } from '@harness/core/failure/failure';
import { stopChildren } from './children.ts';
import { stopId } from './inbox.ts';
import type { OpenJournal } from './journal.ts';
import { createLinkedAbort } from './linked-abort.ts';
import type { RunGroup } from './run-group.ts';
import type { World } from './world.ts';

/** Who asked for the stop, if anybody did. The message stays, so that a crash in the middle of a stop is a stop still. */
export async function isStopRequested({ run, log }: OpenJournal, { inbox }: World): Promise<string | undefined> {
  if (log.stopping || log.ended) return undefined;
  const stop = (await inbox(run).read()).find(({ id }) => id === stopId);
  return stop?.message.by;
}

export async function startStop(journal: OpenJournal, crew: RunGroup, because?: Failure): Promise<void> {
  const by = (await isStopRequested(journal, crew.world)) ?? 'engine';
  await stopChildren(journal, crew, by);
  journal.note({ type: 'stopping', by, ...(because ? { because } : {}) });
  await journal.flush();
}

/**
 * Does several things at once until all are done, one throws, the process is asked to leave, or the run is asked to stop.
 * Whatever the reason, it returns only after everything has really come to rest: no child process outlives its effect.
 */
export async function waitUntilStopped<T>(
  journal: OpenJournal,
  world: World,
  signal: AbortSignal,
  begin: (ends: AbortSignal) => readonly Promise<T>[],
): Promise<readonly T[] | 'stopped'> {
  const { cut, unlink } = createLinkedAbort(signal);
  const watched = createLinkedAbort(cut.signal);
  const watching = journal.log.stopping ? undefined : watchForStop(journal, world, watched.cut.signal, cut);
  const work = begin(cut.signal).map((one) =>
    one.catch((error: unknown) => {
      cut.abort(error); // what one of them cannot do, the others need not finish
      throw error;
    }),
  );
  const results = await Promise.allSettled(work);
  watched.cut.abort();
  await watching;
  unlink();

  signal.throwIfAborted();
  if (cut.signal.reason instanceof Stopped) return 'stopped';
  return results.map((result) => {
    if (result.status === 'rejected') throw cut.signal.reason;
    return result.value;
  });
}

class Stopped extends Error {
  override readonly name = 'Stopped';
}

async function watchForStop(journal: OpenJournal, world: World, signal: AbortSignal, cut: AbortController) {
  const inbox = world.inbox(journal.run);
  await moment(signal);
  while (!signal.aborted) {
    const received = await inbox.read();
    if (received.some(({ id }) => id === stopId)) return cut.abort(new Stopped());
    await inbox.changed(received.length, signal);
  }
}

/** Most moves are over before anybody could ask for a stop: the watch is set up only for what takes longer than this. */
const momentMs = 20;

function moment(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, momentMs);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
