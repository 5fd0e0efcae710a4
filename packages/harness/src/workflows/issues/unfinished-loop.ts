/** Finds the run of a loop that is not finished: one that waits, was parked or paused, or failed after work was done. */
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isResumable } from '../../run/failed-run.ts';
import { isUnfinished, listRunRows } from '../../runs/read-runs.ts';

/** The newest run of the loop, if it can continue. */
export async function findUnfinishedLoop(store: JsonlStore): Promise<string | null> {
  const rows = await listRunRows(store, { children: false });
  const newest = rows.find(({ workflow }) => workflow === 'issues');
  return newest !== undefined && (isUnfinished(newest) || (await isResumable(store, newest))) ? newest.id : null;
}
