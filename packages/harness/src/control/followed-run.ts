/**
 * Reads the entries of one run as frames, shared by all clients that follow it.
 *
 *   F1. Each entry becomes one frame, in the order of its journal. Frames are never removed.
 *   F2. A client holds an index into the list, not a copy: a thousand clients need no more memory than one.
 *   F3. Files are watched while a client follows. A timer also reads them, for file systems without watchers.
 */
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { type Frame, readJournalFrames } from './journal-frames.ts';

const pollMs = 2_000;
/** One move changes several files: read them together. */
const debounceMs = 20;

export interface FollowedRun {
  readonly run: string;
  readonly frames: readonly Frame[];
  /** Set when no more frames will come: the run has ended, or (`because`) its journal cannot be read. */
  readonly over: { readonly because?: unknown } | undefined;
  /** Calls `wake` when there may be more frames. Returns the function that unsubscribes. */
  onMore(wake: () => void): () => void;
  close(): void;
}

export async function followRun(store: JsonlStore, run: string): Promise<FollowedRun> {
  const frames: Frame[] = [];
  const wakes = new Set<() => void>();
  let over: FollowedRun['over'];
  let debounce: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();
  const journals = readJournalFrames(store, run, () => {
    debounce ??= setTimeout(readMore, debounceMs).unref();
  });
  const timer = setInterval(readMore, pollMs).unref();
  const close = () => {
    clearInterval(timer);
    clearTimeout(debounce);
    journals.close();
  };

  /** One read at a time: two at once would repeat or reorder frames. */
  function readMore() {
    debounce = undefined;
    pending = pending.then(async () => {
      const before = frames.length;
      if (over) return;
      await read().catch((error: unknown) => {
        over = { because: error };
      });
      if (over) close();
      if (over || frames.length > before) for (const wake of wakes) wake();
    });
  }

  async function read() {
    const { frames: more, hasEnded } = await journals.read();
    for (const frame of more) frames.push(frame);
    if (hasEnded) over = {};
  }

  try {
    await read(); // refuse a run that cannot be read before the stream starts
  } catch (error) {
    close();
    throw error;
  }
  if (over) close();
  return {
    run,
    frames,
    get over() {
      return over;
    },
    onMore(wake) {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    close,
  };
}
