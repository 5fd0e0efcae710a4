/** Creates a controller that follows its parents. `AbortSignal.any` would leak on a parent that lives for days. */
import { setMaxListeners } from 'node:events';

export interface LinkedAbort {
  readonly cut: AbortController;
  unlink(): void;
}

export function createLinkedAbort(...parents: readonly AbortSignal[]): LinkedAbort {
  const cut = new AbortController();
  setMaxListeners(0, cut.signal); // a run may have fifty open needs
  const followers = parents.map((parent) => {
    const follow = () => cut.abort(parent.reason);
    parent.addEventListener('abort', follow, { once: true });
    if (parent.aborted) follow();
    return () => parent.removeEventListener('abort', follow);
  });
  return {
    cut,
    unlink: () => {
      for (const unfollow of followers) unfollow();
    },
  };
}

/** Resolves when `done` is called, or when `signal` is aborted. `start` returns its cleanup. */
export const untilDone = (signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      cleanUp();
      resolve();
    };
    const cleanUp = start(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
