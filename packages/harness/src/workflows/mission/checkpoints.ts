/** Finds the waiting checkpoints of a repository, and grants them by a command or by a file (MO-10). */
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { checkpointFiles, pendingCheckpoint } from '@harness/core/mission/person-notes';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { type WaitingCheckpoint, waitingCheckpoints } from '@harness/core/workflows/mission/waiting-checkpoints';
import { writeFileWhole } from '@harness/effects/checkout/file';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { listRunRows, readOpenQuestions } from '../../runs/read-runs.ts';

export const findWaitingCheckpoints = async (store: JsonlStore): Promise<readonly WaitingCheckpoint[]> =>
  waitingCheckpoints(await readOpenQuestions(store, await listRunRows(store, { children: false })));

/** Returns the earlier answer if there is one. */
export const grantCheckpoint = (store: JsonlStore, { run, question: id }: WaitingCheckpoint) =>
  store.inbox(run).put(id, {
    version: 1,
    type: 'answer',
    question: id,
    choice: 'Grant',
    note: '',
    by: userInfo().username,
    channel: 'command',
    atMs: Date.now(),
  });

/** Grants the checkpoints that have a grant file. Called each time a mission is resumed. */
export async function applyGrantFiles(root: string, store: JsonlStore, run: string): Promise<void> {
  for (const waiting of await findWaitingCheckpoints(store)) {
    if (waiting.run !== run) continue;
    if (isGranted(root, waiting.name)) await grantCheckpoint(store, waiting);
  }
}

const isGranted = (root: string, name: string): boolean =>
  checkpointFiles(name).granted.some((file) => existsSync(join(root, '.harness', file)));

/** Checkpoints that exist only as a file, from another tool or a lost run. Excludes those in `waiting`. */
export function findStaleCheckpoints(root: string, waiting: readonly WaitingCheckpoint[]): readonly string[] {
  const folder = join(root, '.harness');
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = files.flatMap((one) => (one.isFile() ? (pendingCheckpoint(one.name) ?? []) : []));
  return names.filter((name) => !isGranted(root, name) && !waiting.some((each) => each.name === name)).sort();
}

/** MO-10: refuses a new mission while a checkpoint is not granted. */
export async function requireCheckpointsGranted(root: string, store: JsonlStore): Promise<void> {
  const stale = findStaleCheckpoints(root, await findWaitingCheckpoints(store));
  const [name] = stale;
  if (name === undefined) return;
  const paths = stale.map((each) => `.harness/${checkpointFiles(each).pending}`).join(', ');
  throw refusalOf(missionCodes, 'checkpoint.pending', { name, paths });
}

/** The next mission reads this file. */
export async function writeGrantFile(root: string, name: string): Promise<void> {
  const [file = ''] = checkpointFiles(name).granted;
  await writeFileWhole(root, `.harness/${file}`, '');
}
