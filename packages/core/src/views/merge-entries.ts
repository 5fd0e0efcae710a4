/**
 * The entries of a run and its children in the order in which they were written, as far as it can be known.
 *
 * Within a journal its own order is the truth: the time of day may have been set back between two lines. Between journals
 * time decides, counted on from the latest that was seen before; a child begins no earlier than what its parent had written
 * when it asked for it.
 */
import type { Entry } from '../journal/journal.ts';

interface Written {
  readonly run: string;
  readonly entries: readonly Entry[];
}

interface Placed {
  readonly run: string;
  readonly entry: Entry;
  readonly orderMs: number;
}

/** `<run>.<moves>.<name>` was asked for by its parent under `<moves>/<name>`. */
const parentOf = (run: string): { readonly run: string; readonly key: string } | null => {
  const [, parent = '', moves = '', name = ''] = /^(.*)\.(\d+)\.([^.]+)$/.exec(run) ?? [];
  return parent === '' ? null : { run: parent, key: `${moves}/${name}` };
};

export function mergeEntries(family: readonly Written[]): readonly Placed[] {
  const placed = new Map<string, readonly Placed[]>();
  const beginOf = (run: string): number => {
    const parent = parentOf(run);
    const above = parent === null ? undefined : placed.get(parent.run);
    if (parent === null || above === undefined) return Number.NEGATIVE_INFINITY;
    const asked = above.find(({ entry }) => entry.type === 'asked' && entry.key === parent.key);
    return asked?.orderMs ?? beginOf(parent.run);
  };
  for (const { run, entries } of [...family].sort((a, b) => a.run.length - b.run.length)) {
    let orderMs = beginOf(run);
    placed.set(
      run,
      entries.map((entry) => {
        orderMs = Math.max(orderMs, entry.atMs);
        return { run, entry, orderMs };
      }),
    );
  }
  return [...placed.values()].flat().sort((a, b) => a.orderMs - b.orderMs); // of what is equal, parents first
}
