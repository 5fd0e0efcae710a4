/**
 * Whether a lane still is as a snapshot has seen it: one look, instead of taking the snapshot again.
 *
 *   N1. Believed is only an index that this process itself knows, byte for byte, together with the tree that it stands for.
 *   N2. The index of the last snapshot stands in for the lane's own only while that one is what it was then: whatever an agent
 *       told git since is seen.
 *   N3. What the last snapshot found changed must stand as it did, to the last digit of the clock.
 *   N4. As soon as git sees anything new, changed, hidden or nested, the whole snapshot is taken.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { createProcessCache } from '../process-cache.ts';
import { areStampsCurrent, type FileStamps } from './file-stamps.ts';
import { copyIndex } from './index-file.ts';
import { readIndexFlags } from './index-flags.ts';
import type { Worktree } from './worktree.ts';

/** The tree that an index stands for, by the bytes of the index and whose it is. */
const trees = createProcessCache<string>();
/** Which own index a lane had when its last snapshot was taken, and what that snapshot's index was. */
const lasts = createProcessCache<{ readonly own: string; readonly taken: string; readonly standing: FileStamps }>();

/** It lies where git keeps the worktree, and goes with it. */
const lastIndex = ({ gitDir }: Worktree) => join(gitDir, 'harness-last-index');

export async function cacheIndexTree({ gitDir }: Worktree, index: string, tree: string): Promise<string | null> {
  const print = await printOf(index);
  if (print !== null) trees.set(`${gitDir}\0${print}`, tree);
  return print;
}

/** The tree that this index stands for, if it is known. */
export async function cachedIndexTree({ gitDir }: Worktree, index: string): Promise<string | null> {
  const print = await printOf(index);
  return print === null ? null : (trees.get(`${gitDir}\0${print}`) ?? null);
}

/** Leaves the index of a snapshot for the next look. It is not needed any more where it was. */
export async function cacheSnapshot(
  worktree: Worktree,
  own: string,
  { index, tree, standing }: { readonly index: string; readonly tree: string; readonly standing: FileStamps },
): Promise<void> {
  const [before, taken] = [await printOf(own), await cacheIndexTree(worktree, index, tree)];
  if (before === null || taken === null) return;
  await rename(index, lastIndex(worktree));
  lasts.set(worktree.gitDir, { own: before, taken, standing });
}

/** The last snapshot, if the lane still is as it was; `index` is then a copy of that snapshot's. */
export async function reuseSnapshot(worktree: Worktree, own: string, index: string) {
  const last = lasts.get(worktree.gitDir);
  if (last === undefined || last.own === last.taken || last.own !== (await printOf(own))) return null;
  const file = lastIndex(worktree);
  if ((await printOf(file)) !== last.taken) return null;
  await copyIndex(file, index);
  const tree = await cachedIndexTree(worktree, index);
  const isSame = tree !== null && (await readIndexFlags(worktree, index))?.isUntouched === true;
  if (isSame && (await areStampsCurrent(worktree.path, last.standing))) return { tree, standing: last.standing };
  await rm(index);
  return null;
}

async function printOf(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(nullIfMissing);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
