/** Removes clean rooms: with their lane, and those that belong neither to a lane nor to an unfinished run. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder, nullIfMissing, removeFolder } from '../file/file-system.ts';
import { lanePath } from '../git/lane/lane.ts';
import { laneRoom, proofRoom, roomPlace, roomsFolder, runFile } from './room-place.ts';

export async function removeLaneRooms(repo: string, lane: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const names = [laneRoom(lane), proofRoom(lane), proofRoom(lane, 2)];
  await Promise.all(names.map((name) => removeFolder(roomPlace(repo, name, environment).root)));
}

/** Keeps others from using the room of a run while it is removed; `null` if the run uses it now. */
export type HoldRoom = (run: string) => Promise<{ release(): Promise<void> } | null>;

/** For a room that no run uses. */
export const unusedRoom = { release: async (): Promise<void> => {} };

/** `hold` is asked only about runs of rooms without a lane. */
export async function removeLostRooms(repo: string, environment: NodeJS.ProcessEnv, hold: HoldRoom): Promise<void> {
  const folder = roomsFolder(repo, environment);
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    const [, lane] = /^(?:lane|proof2?)-(.+)$/.exec(name) ?? [];
    if (lane !== undefined && (await isFolder(join(repo, lanePath(lane))))) continue;
    const run = await readFile(runFile(join(folder, name)), 'utf8').catch(nullIfMissing);
    const held = run === null ? unusedRoom : await hold(run);
    if (held === null) continue;
    try {
      await removeFolder(join(folder, name));
    } finally {
      await held.release();
    }
  }
}
