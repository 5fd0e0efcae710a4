/** Archives old runs when a new one starts: the newest `keepRuns` stay, the others move to the archive. */

import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { selectRunsToArchive } from '@harness/core/journal/archive';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { openStore } from './folder.ts';
import { listRunRows } from './read-runs.ts';

export async function archiveOldRuns(root: string, settings: Config['store']): Promise<void> {
  if (settings.kind !== 'jsonl') return;
  const store = openStore(root);
  const active = new Set(await store.runs());
  if (active.size <= settings.keepRuns) return; // the usual case: read no run
  const candidates = (await listRunRows(store, { children: false })).filter(({ id }) => active.has(id));
  for (const run of selectRunsToArchive(candidates, settings.keepRuns)) await archive(store, run);
}

/** Runs that stay: another process owns them, or they cannot be read. They must not delay the new run. */
const skipped: ReadonlySet<string> = new Set(['run.owned', 'journal.damaged', 'journal.unreadable']);

async function archive(store: JsonlStore, run: string): Promise<void> {
  try {
    await store.archive(run);
  } catch (error) {
    if (!(error instanceof Refusal) || !skipped.has(error.code)) throw error;
  }
}
