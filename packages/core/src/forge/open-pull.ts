/**
 * What opening a pull request means when its branch had some before (DO-08).
 *
 *   O1. One that this very effect made is found by its mark, whatever became of it since: a person who closed it meanwhile
 *       is not overruled, the next watch sees it.
 *   O2. An open one is gone on with; one that was merged with this very head is success without work; else the newest, when
 *       it is closed, is opened again.
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

/** Newest first. */
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
