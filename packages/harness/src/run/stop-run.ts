/** Ends a run that nobody owns, in this process: it gives back what it holds, and its journal says so. */
import { drive } from '@harness/engine/drive';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { plainScreen } from '../render/plain.ts';
import type { Output } from '../render/screen.ts';
import { readSettings } from '../settings/settings.ts';
import { hostRun } from './host-run.ts';
import { deleteProviderSessions } from './provider-sessions.ts';

export async function stopUnownedRun(root: string, store: JsonlStore, run: string, output: Output): Promise<void> {
  const { log } = await readStoredRun(store, run);
  const settings = readSettings(log.settings);
  const { see } = plainScreen(output);
  await hostRun({ root, store, run, settings, attended: () => false, listeners: [{ see }] }, async (world) => {
    await drive(run, world, new AbortController().signal);
    await deleteProviderSessions(store, run);
  });
}
