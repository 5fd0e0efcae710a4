/** What the control server says of the newest mission of its repository (MO-11). */
import { Refusal } from '@harness/core/refusal';
import { decisionsDocument, missionChecksOf } from '@harness/core/views/mission-health';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { look, rows } from '../look.ts';

const newest = async (store: JsonlStore): Promise<string | null> =>
  (await rows(store, { children: false })).find(({ workflow }) => workflow === 'mission')?.id ?? null;

export async function decisionsIn(store: JsonlStore) {
  const run = await newest(store);
  return decisionsDocument(run, run === null ? null : (await look(store, run)).family);
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
