/**
 * Decides how to open a pull request for a branch that had some before (DO-08).
 *
 *   O1. The pull request of this same effect is found by its mark, in any state: if a person closed it, it stays closed,
 *       and the next watch sees it.
 *   O2. Else an open one is continued; one that was merged with this head is success; else a closed newest one is reopened.
 */
export interface EarlierPull {
  readonly pull: number;
  readonly state: 'open' | 'closed' | 'merged';
  readonly head: string;
  readonly isOurs: boolean;
}

export interface OpenDecision {
  readonly do: 'open' | 'find' | 'reopen' | 'merged';
  readonly pull: number;
}

/** `earlier` is sorted newest first. */
export function decideOpening(earlier: readonly EarlierPull[], head: string): OpenDecision {
  const ours = earlier.find(({ isOurs }) => isOurs);
  if (ours) return { do: ours.state === 'merged' ? 'merged' : 'find', pull: ours.pull };
  const open = earlier.find(({ state }) => state === 'open');
  if (open) return { do: 'find', pull: open.pull };
  const merged = earlier.find((one) => one.state === 'merged' && one.head === head);
  if (merged) return { do: 'merged', pull: merged.pull };
  const [newest] = earlier;
  return newest?.state === 'closed' ? { do: 'reopen', pull: newest.pull } : { do: 'open', pull: 0 };
}
