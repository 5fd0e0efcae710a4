/** Reads the newest mission for the control server, and requests its checkpoints (MO-11). */
import { decisionsDocument } from '@harness/core/workflows/mission/health';
import { checkpointSignal } from '@harness/core/workflows/mission/plan-edit';
import type { Mission } from '@harness/core/workflows/mission/state';
import { readStoredRun } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { sendRunSignal } from '../../run/next-command.ts';
import { findUnfinishedRun, listRunRows, readRun } from '../../runs/read-runs.ts';

const newestMission = async (store: JsonlStore): Promise<string | null> =>
  (await listRunRows(store, { children: false })).find(({ workflow }) => workflow === 'mission')?.id ?? null;

export async function readDecisions(store: JsonlStore) {
  const run = await newestMission(store);
  return decisionsDocument(run, run === null ? null : (await readRun(store, run)).family);
}

/** Asks the unfinished mission to wait at a checkpoint; false if no such checkpoint is ahead. */
export async function requestCheckpoint(store: JsonlStore, name: string): Promise<boolean> {
  const open = await findUnfinishedRun(store, 'mission');
  if (open === undefined) return false;
  const state = (await readStoredRun(store, open.id)).log.state as Mission;
  const isAhead =
    'job' in state &&
    state.job.checkpoints.some((one) => one.name === name) &&
    !('granted' in state && state.granted.includes(name));
  if (isAhead) await sendRunSignal(store, open.id, checkpointSignal, name);
  return isAhead;
}
