/** Finds the unfinished run of a task without writing: listing runs would update their summaries. */

import { Refusal } from '@harness/core/failure/refusal';
import { foldJournal } from '@harness/core/journal/journal';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { ignoreDamagedJournal } from '../../runs/damaged-journal.ts';

export async function findUnfinishedTask(store: JsonlStore): Promise<string | undefined> {
  const open: { run: string; startedAtMs: number }[] = [];
  for (const run of await store.runs()) {
    const entries = await store.read(run).catch(ignoreDamagedJournal);
    const [first] = entries;
    if (first?.type === 'started' && first.machine === 'task' && !foldJournal(entries).ended)
      open.push({ run, startedAtMs: first.atMs });
  }
  return open.sort((a, b) => b.startedAtMs - a.startedAtMs)[0]?.run;
}

/** Refuses if a process works on the run, and names the process. */
export async function requireNoOpenTask(store: JsonlStore, run: string | undefined): Promise<void> {
  if (run !== undefined && (await store.isOwned(run)))
    throw new Refusal('run.owned', { run, pid: store.ownerOf(run)?.pid ?? 0 });
}
