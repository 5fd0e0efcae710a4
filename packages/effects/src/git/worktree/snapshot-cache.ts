/**
 * Decides whether a lane still matches its last snapshot, which is faster than a new snapshot.
 *
 *   N1. Only an index that this process knows byte for byte is trusted, together with its tree.
 *   N2. The index of the last snapshot replaces the lane's own only while the own index is unchanged: later git
 *       commands of an agent are noticed.
 *   N3. Files that the last snapshot found changed must have the same time stamps.
 *   N4. If git reports anything new, changed, hidden or nested, a full snapshot is taken.
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

/** Tree of an index, by its content and worktree. */
const trees = createProcessCache<string>();
/** Hashes of a lane's own index and of its last snapshot's index. */
const lastSnapshots = createProcessCache<{
  readonly own: string;
  readonly taken: string;
  readonly stamps: FileStamps;
}>();

/** In the git folder of the worktree, so that it is removed with it. */
const lastIndex = ({ gitDir }: Worktree) => join(gitDir, 'harness-last-index');

export async function cacheIndexTree({ gitDir }: Worktree, index: string, tree: string): Promise<string | null> {
  const print = await hashOf(index);
  if (print !== null) trees.set(`${gitDir}\0${print}`, tree);
  return print;
}

/** `null` if the tree is unknown. */
export async function cachedIndexTree({ gitDir }: Worktree, index: string): Promise<string | null> {
  const print = await hashOf(index);
  return print === null ? null : (trees.get(`${gitDir}\0${print}`) ?? null);
}

export async function cacheSnapshot(
  worktree: Worktree,
  own: string,
  { index, tree, stamps }: { readonly index: string; readonly tree: string; readonly stamps: FileStamps },
): Promise<void> {
  const [before, taken] = [await hashOf(own), await cacheIndexTree(worktree, index, tree)];
  if (before === null || taken === null) return;
  await rename(index, lastIndex(worktree));
  lastSnapshots.set(worktree.gitDir, { own: before, taken, stamps });
}

/** The last snapshot if the lane is unchanged, else `null`; `index` becomes a copy of its index. */
export async function reuseSnapshot(worktree: Worktree, own: string, index: string) {
  const last = lastSnapshots.get(worktree.gitDir);
  if (last === undefined || last.own === last.taken || last.own !== (await hashOf(own))) return null;
  const file = lastIndex(worktree);
  if ((await hashOf(file)) !== last.taken) return null;
  await copyIndex(file, index);
  const tree = await cachedIndexTree(worktree, index);
  const isSame = tree !== null && (await readIndexFlags(worktree, index))?.isUntouched === true;
  if (isSame && (await areStampsCurrent(worktree.path, last.stamps))) return { tree, stamps: last.stamps };
  await rm(index);
  return null;
}

async function hashOf(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(nullIfMissing);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
