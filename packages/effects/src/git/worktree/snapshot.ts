/**
 * Records the files of a lane as a tree: changed, new and deleted files with modes and links, without ignored files.
 *
 *   S1. The index and files of the lane are not touched: a temporary index is used.
 *   S2. Files that an agent hid from git, or that kept their size and time, are included.
 *   S3. A nested repository is recorded as its files.
 *   S4. Git reads no file above the limits of `save-limit.ts`, and stops reading when the effect is cancelled.
 */

import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { GitError, git, gitErrorFrom } from '../command.ts';
import { areStampsCurrent, type FileStamps, readFileStamps } from './file-stamps.ts';
import { copyIndex, withTemporaryIndex, worktreeIndex } from './index-file.ts';
import { type IndexFlags, readIndexFlags } from './index-flags.ts';
import { requireSavableSize } from './save-limit.ts';
import { cachedIndexTree, cacheSnapshot, reuseSnapshot } from './snapshot-cache.ts';
import { gitInWorktree, gitOfWorktree, type Worktree } from './worktree.ts';

export interface Snapshot {
  readonly tree: string;
  /** Index of the tree: git knows from it which files are unchanged. */
  readonly index: string;
  /** Nested repositories, relative to the lane. */
  readonly nested: readonly string[];
  readonly submodules: readonly string[];
  /** Stamps of the changed files; `null` if they changed during the snapshot. */
  readonly stamps: FileStamps | null;
}

/** Index to start from, or the commit if the index is missing: tracked files stay tracked, even if ignored. */
interface Start {
  readonly seed: string | null;
  readonly known: string | null;
  /** Paths to exclude; a trailing slash means a folder. */
  readonly leave?: readonly string[];
  /** Reuse the index of the last snapshot. */
  readonly isLane?: true;
}

export const withSnapshot = <Value>(
  worktree: Worktree,
  start: Start,
  use: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> =>
  withTemporaryIndex(worktree.gitDir, async ({ GIT_INDEX_FILE: index }) =>
    use(await takeSnapshot(worktree, index, start)),
  );

/** Like `withSnapshot` for a lane, which is read often: an unchanged lane needs only a comparison. */
export function withLane<Value>(
  worktree: Worktree,
  known: string,
  use: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const own = worktreeIndex(worktree);
  return withSnapshot(worktree, { seed: own, known, isLane: true }, async (snapshot) => {
    const value = await use(snapshot);
    const { index, tree, stamps, nested, submodules } = snapshot;
    const isPlain = nested.length === 0 && submodules.length === 0;
    if (isPlain && stamps !== null) await cacheSnapshot(worktree, own, { index, tree, stamps });
    return value;
  });
}

export const treeIn = (worktree: Worktree, known: string): Promise<string> =>
  withLane(worktree, known, async ({ tree }) => tree);

async function takeSnapshot(worktree: Worktree, index: string, start: Start): Promise<Snapshot> {
  const { seed, leave = [], isLane } = start;
  const last = isLane && seed !== null ? await reuseSnapshot(worktree, seed, index) : null;
  const plain = { index, nested: [], submodules: [] };
  if (last !== null) return { ...last, ...plain };
  const seen = await startIndex(worktree, index, start);
  const tree = seen.isUntouched && leave.length === 0 ? await cachedIndexTree(worktree, index) : null;
  if (tree !== null) return { tree, ...plain, stamps: await readFileStamps(worktree.path, []) };
  const before = isLane ? await readFileStamps(worktree.path, seen.changed) : null;
  const taken = await record(worktree, index, seen, leave);
  return { ...taken, stamps: before !== null && (await areStampsCurrent(worktree.path, before)) ? before : null };
}

async function startIndex(worktree: Worktree, index: string, { seed, known }: Start): Promise<IndexFlags> {
  if (seed !== null && (await stat(seed).catch(nullIfMissing)) !== null) {
    await copyIndex(seed, index);
    const seen = await readIndexFlags(worktree, index);
    if (seen !== null) return seen;
    await rm(index); // a damaged index is a lost cache, not lost work
  }
  if (known !== null) await gitInWorktree(worktree, ['read-tree', known], { env: { GIT_INDEX_FILE: index } });
  return requireIndexFlags(worktree, index);
}

async function requireIndexFlags(worktree: Worktree, index: string): Promise<IndexFlags> {
  const seen = await readIndexFlags(worktree, index);
  if (seen === null) throw new GitError(`git cannot read the files of ${worktree.path}`);
  return seen;
}

async function record(
  worktree: Worktree,
  index: string,
  seen: IndexFlags,
  leave: readonly string[] = [],
): Promise<Omit<Snapshot, 'stamps'>> {
  const env = { GIT_INDEX_FILE: index };
  const isSaved = (file: string) => !leave.some((path) => isIn(file, path));
  const changed = [...seen.changed, ...seen.assumed, ...seen.skipped].filter(isSaved);
  const { isLong } = await requireSavableSize(worktree.path, changed);
  await updateIndex(worktree, index, '--no-assume-unchanged', seen.assumed);
  await updateIndex(worktree, index, '--no-skip-worktree', seen.skipped);
  await updateIndex(worktree, index, '--force-remove', seen.overgrown);
  await updateIndex(worktree, index, '--remove', seen.submodulesMoved);
  const left = leave.filter((path) => !path.endsWith('/'));
  await updateIndex(worktree, index, '--force-remove', left); // also entries of an unfinished merge

  const found = seen.overgrown.length > 0 ? await requireIndexFlags(worktree, index) : seen;
  const nested = found.nested.filter(isSaved);
  const others = [...found.nested, ...seen.submodules, ...(await notIgnored(worktree, index, leave))].map(
    (folder) => `:(exclude,top,literal)${folder}`,
  );
  const signal = isLong ? worktree.signal : undefined;
  const sync = changed.length > fewFiles || nested.length > 0 ? [] : syncEach;
  await gitInWorktree(worktree, [...sync, 'add', '--all', '--sparse', '--', '.', ...others], { env, signal });
  for (const folder of nested) await addAsFiles(worktree, index, folder);
  const tree = await gitInWorktree(worktree, [...sync, 'write-tree'], { env });
  return { tree, index, nested, submodules: seen.submodules };
}

/** Syncing a few files one by one is as durable as a batch, which writes more: a folder for them, and a file to sync. */
const syncEach = ['-c', 'core.fsyncMethod=fsync'];
const fewFiles = 4;

const isIn = (folder: string, path: string) => (path.endsWith('/') ? `${folder}/`.startsWith(path) : folder === path);

/** Git rejects ignored names, even to exclude them. */
async function notIgnored(worktree: Worktree, index: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const env = { ...gitOfWorktree(worktree), GIT_INDEX_FILE: index };
  const result = await git(worktree.path, ['check-ignore', '-z', '--stdin'], { env, input: paths.join('\0') });
  if (result.exitCode > 1) throw gitErrorFrom(result); // 1: no path is ignored
  const ignored = new Set(result.stdout.split('\0'));
  return paths.filter((path) => !ignored.has(path));
}

export async function updateIndex(worktree: Worktree, index: string, how: string, paths: readonly string[]) {
  if (paths.length === 0) return;
  const args = ['update-index', how, '-z', '--stdin'];
  await gitInWorktree(worktree, args, { env: { GIT_INDEX_FILE: index }, input: paths.join('\0') });
}

/** Adds the files of a folder to an index that has no entry there. Returns their tree. */
export async function addAsFiles(worktree: Worktree, index: string, folder: string): Promise<string> {
  const inside = { ...worktree, path: join(worktree.path, folder) };
  const insideIndex = join(dirname(index), randomUUID());
  const { tree } = await record(inside, insideIndex, await requireIndexFlags(inside, insideIndex));
  await gitInWorktree(worktree, ['read-tree', `--prefix=${folder}/`, tree], { env: { GIT_INDEX_FILE: index } });
  return tree;
}
