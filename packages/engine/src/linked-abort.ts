/** A controller that is aborted with its parents. Not `AbortSignal.any`, which a parent that lives for days would collect. */
import { setMaxListeners } from 'node:events';

export interface LinkedAbort {
  readonly cut: AbortController;
  unlink(): void;
}

export function createLinkedAbort(...parents: readonly AbortSignal[]): LinkedAbort {
  const cut = new AbortController();
  setMaxListeners(0, cut.signal); // a run may need fifty things at once
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
