/** Finds the run of a session that is not finished: one that waits, or one that failed after work was done. */
import type { RunRow } from '@harness/core/views/run';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isResumable } from '../../run/failed-run.ts';
import { isUnfinished, listRunRows } from '../../runs/read-runs.ts';
import { isSpecPath } from './spec.ts';

/** The newest run of this spec, if it can continue. Without a spec: the only unfinished session. */
export async function findUnfinishedSession(
  root: string,
  store: JsonlStore,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined) {
    const [only, ...others] = (await listSessions(store)).filter(isUnfinished);
    return only !== undefined && others.length === 0 ? only.id : null;
  }
  const newest = await newestSession(root, store, given);
  return newest !== undefined && (await canGoOn(store, newest)) ? newest.id : null;
}

/** The newest run of this spec, or of any spec. */
export async function newestSession(
  root: string,
  store: JsonlStore,
  given: string | undefined,
): Promise<RunRow | undefined> {
  const rows = await listSessions(store);
  return given === undefined ? rows[0] : rows.find(({ title }) => isSpecPath(root, given, title));
}

const listSessions = async (store: JsonlStore): Promise<readonly RunRow[]> =>
  (await listRunRows(store, { children: false })).filter(({ workflow }) => workflow === 'autopilot');

const canGoOn = async (store: JsonlStore, row: RunRow): Promise<boolean> =>
  isUnfinished(row) || isResumable(store, row);
