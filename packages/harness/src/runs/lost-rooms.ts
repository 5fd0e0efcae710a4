/** Removes the clean rooms of ended runs, release gates and validations: after each run, and at the next start after a crash. */
import { realpath } from 'node:fs/promises';
import { removeLostRooms, unusedRoom } from '@harness/effects/room/remove-rooms';
import { openStore } from './folder.ts';
import { lockGateName } from './gate-name.ts';
import { listRunRows } from './read-runs.ts';

const ended: readonly string[] = ['done', 'failed', 'stopped'];

/** Reads the runs only if there is a room without a lane. A run that is unknown is no longer there. */
export async function clearLostRooms(root: string): Promise<void> {
  let unfinished: ReadonlySet<string> | undefined;
  await removeLostRooms(await realpath(root), process.env, async (run) => {
    unfinished ??= await unfinishedRuns(root);
    if (unfinished.has(run)) return null;
    const lock = await lockGateName(root, run);
    return lock === null ? unusedRoom : (lock ?? null);
  });
}

async function unfinishedRuns(root: string): Promise<ReadonlySet<string>> {
  const rows = await listRunRows(openStore(root), { children: false });
  return new Set(rows.filter(({ status }) => !ended.includes(status)).map(({ id }) => id));
}
