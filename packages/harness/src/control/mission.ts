/** What the control server says of the newest mission of its repository (MO-11). */
import { Refusal } from '@harness/core/refusal';
import { decisionsDocument, missionChecksOf } from '@harness/core/views/mission-health';
import type { Mission } from '@harness/core/workflows/mission/state';
import { find } from '@harness/engine/family';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { look, rows } from '../look.ts';
import { sayWanted } from '../mission/signals.ts';

const newest = async (store: JsonlStore): Promise<string | null> =>
  (await rows(store, { children: false })).find(({ workflow }) => workflow === 'mission')?.id ?? null;

export async function decisionsIn(store: JsonlStore) {
  const run = await newest(store);
  return decisionsDocument(run, run === null ? null : (await look(store, run)).family);
}

/** Asks the mission that is not finished to wait at one of its checkpoints; answers whether it has such a one before it. */
export async function wantCheckpoint(store: JsonlStore, name: string): Promise<boolean> {
  const open = (await rows(store, { children: false })).find(
    ({ workflow, status }) => workflow === 'mission' && ['running', 'waiting', 'parked'].includes(status),
  );
  if (open === undefined) return false;
  const state = (await find(store, open.id)).log.state as Mission;
  const isBefore =
    'job' in state &&
    state.job.checkpoints.some((one) => one.name === name) &&
    !('granted' in state && state.granted.includes(name));
  if (isBefore) await sayWanted(store, open.id, name);
  return isBefore;
}

/** That the server lives is said whatever a journal is like: one that cannot be read has no checks. */
export async function missionHealth(store: JsonlStore) {
  const run = await newest(store);
  if (run === null) return { mission: null, checks: null };
  try {
    return { mission: run, checks: missionChecksOf((await look(store, run)).family, Date.now()) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { mission: null, checks: null };
  }
}
