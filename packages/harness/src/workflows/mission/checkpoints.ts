/** The checkpoints that wait in this repository, and how a person grants one: by a command, or by a file (MO-10). */
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

/** Answers with what was said first, if somebody was faster. */
export const grantCheckpoint = (store: JsonlStore, { run, question: id }: WaitingCheckpoint) =>
  store.inbox(run).put(id, {
    ...{ version: 1, type: 'answer', question: id, choice: 'Grant', note: '', by: userInfo().username },
    ...{ channel: 'command', atMs: Date.now() },
  });

/** A file that somebody put beside the note grants too: it is looked for whenever a mission is gone on with. */
export async function applyGrantFiles(root: string, store: JsonlStore, run: string): Promise<void> {
  for (const waiting of await findWaitingCheckpoints(store)) {
    if (waiting.run !== run) continue;
    if (isGranted(root, waiting.name)) await grantCheckpoint(store, waiting);
  }
}

const isGranted = (root: string, name: string): boolean =>
  checkpointFiles(name).granted.some((file) => existsSync(join(root, '.harness', file)));

/** Checkpoints that wait as a file alone: another tool wrote it, or the run that did is gone. Not those of `waiting`. */
export function findStaleCheckpoints(root: string, waiting: readonly WaitingCheckpoint[]): readonly string[] {
  const folder = join(root, '.harness');
  const there = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = there.flatMap((one) => (one.isFile() ? (pendingCheckpoint(one.name) ?? []) : []));
  return names.filter((name) => !isGranted(root, name) && !waiting.some((each) => each.name === name)).sort();
}

/** MO-10: a new mission passes no checkpoint that nobody granted. */
export async function requireCheckpointsGranted(root: string, store: JsonlStore): Promise<void> {
  const left = findStaleCheckpoints(root, await findWaitingCheckpoints(store));
  const [name] = left;
  if (name === undefined) return;
  const paths = left.map((each) => `.harness/${checkpointFiles(each).pending}`).join(', ');
  throw refusalOf(missionCodes, 'checkpoint.pending', { name, paths });
}

/** The mission that begins next takes it up. */
export async function writeGrantFile(root: string, name: string): Promise<void> {
  const [file = ''] = checkpointFiles(name).granted;
  await writeFileWhole(root, `.harness/${file}`, '');
}
