/** Ends a run that nobody owns, in this process: it gives back what it holds, and its journal says so. */
import { drive } from '@harness/engine/drive';
import { readRunTree, readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Observation } from '@harness/engine/world';
import { plainScreen } from '../render/plain.ts';
import type { Output } from '../render/screen.ts';
import { readSettings } from '../settings/settings.ts';
import { compose } from './compose.ts';
import { deleteProviderSessions } from './provider-sessions.ts';

export async function stopUnownedRun(root: string, store: JsonlStore, run: string, output: Output): Promise<void> {
  const owner = await store.own(run, { takeOver: false });
  try {
    const { log } = await readStoredRun(store, run);
    const screen = plainScreen(output);
    const settings = readSettings(log.settings);
    const journals = await readRunTree(store, run);
    const observe = (seen: Observation) => screen.see(seen);
    const world = compose({ root, store, owner, settings, journals, attended: () => false, observe });
    await drive(run, world, new AbortController().signal);
    await deleteProviderSessions(store, run);
  } finally {
    await owner.release();
  }
}
