/**
 * Merges the entries of a run and its children into the most probable order of writing.
 *
 * Within a journal its order decides, because the clock may have been set back. Between journals the time decides, but
 * it never runs backwards, and a child never starts before its parent's request.
 */
import type { Entry } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';

interface MergedEntry {
  readonly run: string;
  readonly entry: Entry;
  readonly orderMs: number;
}

/** The parent requested `<run>.<moves>.<name>` under the key `<moves>/<name>`. */
const parentOf = (run: string): { readonly run: string; readonly key: string } | null => {
  const [, parent = '', moves = '', name = ''] = /^(.*)\.(\d+)\.([^.]+)$/.exec(run) ?? [];
  return parent === '' ? null : { run: parent, key: `${moves}/${name}` };
};

export function mergeEntries(family: readonly RunJournal[]): readonly MergedEntry[] {
  const placed: MergedEntry[] = [];
  const askedAtMs = new Map<string, ReadonlyMap<string, number>>(); // first request of each key, by run
  const startOf = (run: string): number => {
    const parent = parentOf(run);
    const above = parent === null ? undefined : askedAtMs.get(parent.run);
    if (parent === null || above === undefined) return Number.NEGATIVE_INFINITY;
    return above.get(parent.key) ?? startOf(parent.run);
  };
  for (const { run, entries } of [...family].sort((a, b) => a.run.length - b.run.length)) {
    let orderMs = startOf(run);
    const asked = new Map<string, number>();
    for (const entry of entries) {
      orderMs = Math.max(orderMs, entry.atMs);
      placed.push({ run, entry, orderMs });
      if (entry.type === 'asked' && !asked.has(entry.key)) asked.set(entry.key, orderMs);
    }
    askedAtMs.set(run, asked);
  }
  return placed.sort((a, b) => a.orderMs - b.orderMs); // parents first if equal
}
