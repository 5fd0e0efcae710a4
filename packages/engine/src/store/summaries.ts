/**
 * The summaries of all runs, for lists.
 *
 * Those of runs that have ended are gathered in one file, so that a list of a thousand runs is one file read and a look
 * at the size and time of each journal. Like each summary it is a view: whoever finds it wanting makes it anew.
 */
import { statSync } from 'node:fs';
import type { Summary } from '@harness/core/views/summary';
import type { Place } from './places.ts';
import { isOf, keep, kept, type Read, type Stamp, type Summarised, summarise } from './summary.ts';

const version = 1;
type Gathered = Readonly<Record<string, Stamp & { readonly summary: Summary }>>;

/** `file` is where those of ended runs are gathered; `read` reads a journal. */
export async function summariesOf(places: readonly Place[], file: string, read: Read): Promise<readonly Summarised[]> {
  const gathered = gatheredIn(file);
  const found: Summarised[] = [];
  const fresh: [string, Gathered[string]][] = [];
  for (const { run, path } of places) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    const known = Object.hasOwn(gathered, run) ? gathered[run] : undefined;
    const one =
      known && isOf(known, stat) ? { run, summary: known.summary } : await summarise({ run, path, stat }, read);
    if (one) found.push(one);
    const { size, mtimeMs } = stat;
    if (one?.summary?.ended && known?.summary !== one.summary)
      fresh.push([run, { size, mtimeMs, summary: one.summary }]);
  }
  if (fresh.length > 0) keep(file, { version, runs: { ...gathered, ...Object.fromEntries(fresh) } });
  return found;
}

function gatheredIn(file: string): Gathered {
  const view = kept(file) as { readonly version?: unknown; readonly runs?: Gathered } | null | undefined;
  return view?.version === version ? (view.runs ?? {}) : {};
}
