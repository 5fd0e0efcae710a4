/**
 * Writes the files of a commit into a lane: afterwards it has exactly that tree. Ignored files are left alone.
 *
 *   F1. A mark says whether the files are complete. An incomplete lane contains no work that was not kept before, so
 *       writing starts again, and half-written files never count as the work of an agent.
 *   F2. A file that is already right is not written, so that incremental builds stay fast.
 */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { knownTree } from '../refs/ref.ts';
import { copyIndex, worktreeIndex } from './index-file.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import { cacheIndexTree } from './snapshot-cache.ts';
import { gitInWorktree, type Worktree } from './worktree.ts';

/** `kept` is the ref of the lane's work before the write; `null` if there was none. */
interface WriteState {
  readonly done: boolean;
  readonly kept: string | null;
}

export const readPendingWrite = async ({ gitDir }: Worktree): Promise<WriteState> =>
  (await readJsonFile(mark(gitDir))) ?? { done: false, kept: null };

/** Overwrites all files of the lane that are not ignored: the caller has kept them. */
export async function writeLaneFiles(worktree: Worktree, commit: string, kept: string | null): Promise<void> {
  const before = await readPendingWrite(worktree);
  if (before.done || before.kept !== kept) await setMark(worktree, { done: false, kept });
  const isEmpty = (await readdir(worktree.path)).every((name) => name === '.git');
  if (isEmpty) await gitInWorktree(worktree, ['read-tree', '--reset', '-u', commit]);
  else
    await withSnapshot(worktree, { seed: worktreeIndex(worktree), known: null }, (now) =>
      replaceFiles(worktree, now, commit),
    );
  const tree = knownTree(commit);
  if (tree !== undefined) await cacheIndexTree(worktree, worktreeIndex(worktree), tree);
  await setMark(worktree, { done: true, kept: null });
}

/** The index of the snapshot lists every file of the lane, so that git also removes files that the commit lacks. */
async function replaceFiles(worktree: Worktree, { index, nested }: Snapshot, commit: string): Promise<void> {
  for (const folder of nested) await rm(join(worktree.path, folder, '.git'), { recursive: true, force: true });
  await gitInWorktree(worktree, ['read-tree', '--reset', '-u', commit], { env: { GIT_INDEX_FILE: index } });
  await copyIndex(index, worktreeIndex(worktree));
}

const mark = (gitDir: string) => join(gitDir, 'harness-filling.json');

const setMark = ({ gitDir }: Worktree, filling: WriteState): Promise<void> =>
  replaceFile(mark(gitDir), JSON.stringify(filling), { durable: false });
