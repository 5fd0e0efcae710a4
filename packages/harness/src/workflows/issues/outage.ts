/** Says once per outage that the loop waits for its tracker, for how long, and how to stop. Each try has its own line. */
import { failures } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { sentencesOf } from '@harness/core/workflow';
import { issuesWorkflow } from '@harness/core/workflows/issues/workflow';
import { type Listener, listenToEntries } from '../../run/listener.ts';

export function tellOutages(language: string | undefined, print: (text: string) => void): Listener {
  const scopes = new Map<string, TrackerScope>();
  const told = new Set<string>();
  const see = (run: string, entry: Entry): void => {
    if (!('key' in entry)) return;
    const id = `${run}/${entry.key}`;
    const scope = scopeOf(entry);
    if (scope !== null) scopes.set(id, scope);
    if (entry.type === 'answered') {
      scopes.delete(id);
      told.clear();
    }
  };
  return listenToEntries({
    know: (run, entries) => {
      for (const entry of entries) see(run, entry);
    },
    see(run, entry) {
      see(run, entry);
      if (entry.type !== 'failed' || entry.parks || entry.failure.code !== code || told.has(run)) return;
      const scope = scopes.get(`${run}/${entry.key}`);
      if (scope === undefined) return;
      told.add(run);
      const words = sentencesOf(issuesWorkflow, language);
      print(`  ${words['issues.outage']({ tracker: scope.kind, minutes: patienceMinutes })}\n`);
    },
  });
}

const code = 'tracker.unavailable';

function scopeOf(entry: Entry): TrackerScope | null {
  if (entry.type !== 'asked' || entry.effect.kind !== 'tracker') return null;
  const { args } = entry.effect.input as { readonly args: { readonly scope: TrackerScope } };
  return args.scope;
}

/** All waits together, each twice as long as the one before. */
const patienceMinutes = patienceOf(failures[code].remedy);

function patienceOf(remedy: (typeof failures)[typeof code]['remedy']): number {
  return remedy.do === 'wait' ? Math.floor((remedy.afterMs * (2 ** remedy.times - 1)) / 60_000) : 0;
}
