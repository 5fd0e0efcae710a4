/**
 * The files of a lane at one moment, as a tree: changed, new, deleted, with modes and links; what is ignored stays out.
 *
 *   S1. The lane's own index and files are not touched: all happens in an index of its own, in a temporary folder.
 *   S2. No file is overlooked because an agent told git to look away from it, or because it kept its size and time.
 *   S3. A repository inside the lane is seen as its files.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { GitError, git, gitErrorFrom } from '../command.ts';
import { areStampsCurrent, type FileStamps, readFileStamps } from './file-stamps.ts';
import { copyIndex, worktreeIndex } from './index-file.ts';
import { type IndexFlags, readIndexFlags } from './index-flags.ts';
import { cachedIndexTree, cacheSnapshot, reuseSnapshot } from './snapshot-cache.ts';
import { gitInWorktree, gitOfWorktree, type Worktree } from './worktree.ts';

export interface Snapshot {
  readonly tree: string;
  /** The index that holds it: git knows from it which files need no second look. */
  readonly index: string;
  /** Folders that are repositories of their own, relative to the lane. */
  readonly nested: readonly string[];
  readonly submodules: readonly string[];
  /** How the files stood that were found changed; null when they did not stand still. */
  readonly standing: FileStamps | null;
}

/** An index to start from, and the commit to start from where that is missing: what is tracked stays so, even if ignored. */
interface Start {
  readonly seed: string | null;
  readonly known: string | null;
  /** Paths that stay out of the tree; one that ends in a slash is a folder. */
  readonly leave?: readonly string[];
  /** The index of the last snapshot may be found beside its own. */
  readonly isLane?: true;
}

/** Takes a snapshot, lets it be used, and clears it away. */
export async function withSnapshot<Value>(
  worktree: Worktree,
  start: Start,
  use: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(worktree.gitDir, 'harness-index-'));
  try {
    const index = join(folder, 'index');
    return await use(await take(worktree, index, start));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for a lane, which is looked at again and again: where nothing changed since the last time, a look is enough. */
export function withLane<Value>(
  worktree: Worktree,
  known: string,
  use: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const own = worktreeIndex(worktree);
  return withSnapshot(worktree, { seed: own, known, isLane: true }, async (snapshot) => {
    const value = await use(snapshot);
    const { index, tree, standing, nested, submodules } = snapshot;
    const isPlain = nested.length === 0 && submodules.length === 0;
    if (isPlain && standing !== null) await cacheSnapshot(worktree, own, { index, tree, standing });
    return value;
  });
}

/** Just the tree of a lane. */
export const treeIn = (worktree: Worktree, known: string): Promise<string> =>
  withLane(worktree, known, async ({ tree }) => tree);

async function take(worktree: Worktree, index: string, start: Start): Promise<Snapshot> {
  const { seed, leave = [], isLane } = start;
  const last = isLane && seed !== null ? await reuseSnapshot(worktree, seed, index) : null;
  const plain = { index, nested: [], submodules: [] };
  if (last !== null) return { ...last, ...plain };
  const seen = await begin(worktree, index, start);
  const tree = seen.isUntouched && leave.length === 0 ? await cachedIndexTree(worktree, index) : null;
  if (tree !== null) return { tree, ...plain, standing: await readFileStamps(worktree.path, []) };
  const before = isLane ? await readFileStamps(worktree.path, seen.changed) : null;
  const taken = await record(worktree, index, seen, leave);
  return { ...taken, standing: before !== null && (await areStampsCurrent(worktree.path, before)) ? before : null };
}

async function begin(worktree: Worktree, index: string, { seed, known }: Start): Promise<IndexFlags> {
  if (seed !== null && (await stat(seed).catch(nullIfMissing)) !== null) {
    await copyIndex(seed, index);
    const seen = await readIndexFlags(worktree, index);
    if (seen !== null) return seen;
    await rm(index); // a damaged index is a lost cache, not lost work
  }
  if (known !== null) await gitInWorktree(worktree, ['read-tree', known], { env: { GIT_INDEX_FILE: index } });
  return surveyed(worktree, index);
}

async function surveyed(worktree: Worktree, index: string): Promise<IndexFlags> {
  const seen = await readIndexFlags(worktree, index);
  if (seen === null) throw new GitError(`git cannot read the files of ${worktree.path}`);
  return seen;
}

async function record(
  worktree: Worktree,
  index: string,
  seen: IndexFlags,
  leave: readonly string[] = [],
): Promise<Omit<Snapshot, 'standing'>> {
  const env = { GIT_INDEX_FILE: index };
  await updateIndex(worktree, index, '--no-assume-unchanged', seen.assumed);
  await updateIndex(worktree, index, '--no-skip-worktree', seen.skipped);
  await updateIndex(worktree, index, '--force-remove', seen.overgrown);
  await updateIndex(worktree, index, '--remove', seen.submodulesMoved);
  const left = leave.filter((path) => !path.endsWith('/'));
  await updateIndex(worktree, index, '--force-remove', left); // also out of an unfinished merge

  const found = seen.overgrown.length > 0 ? await surveyed(worktree, index) : seen;
  const nested = found.nested.filter((folder) => !leave.some((path) => isIn(folder, path)));
  const others = [...found.nested, ...seen.submodules, ...(await visible(worktree, index, leave))].map(
    (folder) => `:(exclude,top,literal)${folder}`,
  );
  await gitInWorktree(worktree, ['add', '--all', '--sparse', '--', '.', ...others], { env });
  for (const folder of nested) await addAsFiles(worktree, index, folder);
  const tree = await gitInWorktree(worktree, ['write-tree'], { env });
  return { tree, index, nested, submodules: seen.submodules };
}

const isIn = (folder: string, path: string) => (path.endsWith('/') ? `${folder}/`.startsWith(path) : folder === path);

/** Git complains about the name of what it ignores, also when it is told to leave it out. */
async function visible(worktree: Worktree, index: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const env = { ...gitOfWorktree(worktree), GIT_INDEX_FILE: index };
  const result = await git(worktree.path, ['check-ignore', '-z', '--stdin'], { env, input: paths.join('\0') });
  if (result.exitCode > 1) throw gitErrorFrom(result); // 1 says that none is ignored
  const ignored = new Set(result.stdout.split('\0'));
  return paths.filter((path) => !ignored.has(path));
}

export async function updateIndex(worktree: Worktree, index: string, how: string, paths: readonly string[]) {
  if (paths.length === 0) return;
  const args = ['update-index', how, '-z', '--stdin'];
  await gitInWorktree(worktree, args, { env: { GIT_INDEX_FILE: index }, input: paths.join('\0') });
}

/** Takes the files of a folder into an index that has nothing in that place. Answers with their tree. */
export async function addAsFiles(worktree: Worktree, index: string, folder: string): Promise<string> {
  const inside = { ...worktree, path: join(worktree.path, folder) };
  const insideIndex = join(dirname(index), randomUUID());
  const { tree } = await record(inside, insideIndex, await surveyed(inside, insideIndex));
  await gitInWorktree(worktree, ['read-tree', `--prefix=${folder}/`, tree], { env: { GIT_INDEX_FILE: index } });
  return tree;
}
