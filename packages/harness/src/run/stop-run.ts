/** Stops a run that has no owner: releases its resources and records the end. */
import { drive } from '@harness/engine/drive';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Invocation } from '../cli/command.ts';
import { plainScreen } from '../render/plain.ts';
import { readSettings } from '../settings/settings.ts';
import { hostRun } from './host-run.ts';
import { deleteProviderSessions } from './provider-sessions.ts';

export async function stopUnownedRun(
  root: string,
  store: JsonlStore,
  run: string,
  { output, workflows }: Pick<Invocation, 'output' | 'workflows'>,
): Promise<void> {
  const { log } = await readStoredRun(store, run);
  const { see } = plainScreen(output);
  const host = {
    root,
    store,
    run,
    workflow: log.machine,
    workflows,
    settings: readSettings(log.settings),
    language: output.language,
    warn: output.tell,
    isAttended: false,
    toleratesBadConfig: true,
    attended: () => false,
    listeners: [{ see }],
  };
  await hostRun(host, async (world) => {
    await drive(run, world, new AbortController().signal);
    await deleteProviderSessions(store, run);
  });
}
