/** Old runs are put away when a new one begins: so many of the newest stay, the others are moved to the archive, whole. */

import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { selectRunsToArchive } from '@harness/core/journal/archive';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { openStore } from './folder.ts';
import { listRunRows } from './read-runs.ts';

export async function archiveOldRuns(root: string, settings: Config['store']): Promise<void> {
  if (settings.kind !== 'jsonl') return;
  const store = openStore(root);
  const living = new Set(await store.runs());
  if (living.size <= settings.keepRuns) return; // the usual case, without looking at any of them
  const candidates = (await listRunRows(store, { children: false })).filter(({ id }) => living.has(id));
  for (const run of selectRunsToArchive(candidates, settings.keepRuns)) await archive(store, run);
}

/** Another process has it in hand, or it turns out that it cannot be read: it stays where it is, and nobody's new run waits for it. */
const staying: ReadonlySet<string> = new Set(['run.owned', 'journal.damaged', 'journal.unreadable']);

async function archive(store: JsonlStore, run: string): Promise<void> {
  try {
    await store.archive(run);
  } catch (error) {
    if (!(error instanceof Refusal) || !staying.has(error.code)) throw error;
  }
}
