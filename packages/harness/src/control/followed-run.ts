/**
 * One run that somebody follows, once for all who follow it.
 *
 *   F1. Every entry is a frame, once, in the order of its journal; frames are never taken back.
 *   F2. Whoever follows is a place in the list and holds no copy: a thousand cost what one costs.
 *   F3. Files are watched while somebody follows, and looked at now and again where a watcher says nothing.
 */
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { type Frame, readJournalFrames } from './journal-frames.ts';

const lookEveryMs = 2_000;
/** Several files change with one move: they are looked at together. */
const gatherMs = 20;

export interface FollowedRun {
  readonly run: string;
  readonly frames: readonly Frame[];
  /** Nothing more will come: the run has ended, or its journal cannot be read on. */
  readonly over: { readonly because?: unknown } | undefined;
  /** Called whenever there may be more. */
  onMore(wake: () => void): () => void;
  close(): void;
}

export async function followRun(store: JsonlStore, run: string): Promise<FollowedRun> {
  const frames: Frame[] = [];
  const wakes = new Set<() => void>();
  let over: FollowedRun['over'];
  let gathering: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const growing = readJournalFrames(store, run, () => {
    gathering ??= setTimeout(look, gatherMs).unref();
  });
  const timer = setInterval(look, lookEveryMs).unref();
  const close = () => {
    clearInterval(timer);
    clearTimeout(gathering);
    growing.close();
  };

  /** One look after the other: two at once would tell things twice or out of order. */
  function look() {
    gathering = undefined;
    looking = looking.then(async () => {
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
    const { frames: more, hasEnded } = await growing.read();
    for (const frame of more) frames.push(frame);
    if (hasEnded) over = {};
  }

  try {
    await read(); // whoever asks for what cannot be read is told so, and gets no stream
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
