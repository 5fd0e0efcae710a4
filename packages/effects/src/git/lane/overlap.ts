/**
 * Reports lanes that would conflict while both are open, by a trial merge that writes only git objects.
 *
 *   V1. It never stops or delays a lane: the second lane to land gets the conflict as before, but people know earlier.
 *   V2. A pair of lanes is reported once, when the second of them is saved.
 *   V3. A trial merge runs only if both changed the same file: other lanes cannot conflict.
 */

import { basename, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { areRivals } from '@harness/core/mission/competition';
import { readJsonFile } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { git } from '../command.ts';
import type { GitContext } from '../context.ts';
import { hasLaneResources } from '../dependencies/lane-resources.ts';
import { listGitDirs } from '../git-dir.ts';
import { treesOf, writeCommit } from '../refs/ref.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { withLaneLock } from './lane-lock.ts';

/** Change of a lane at its last checkpoint, and the lanes it was reported with. */
interface SavedChange {
  readonly lane: string;
  readonly base: string;
  readonly commit: string;
  readonly files: readonly string[];
  readonly told: readonly string[];
}

const record = 'harness-saved.json';

/** Only lanes with assigned resources are compared: those run beside others. */
export async function noticeOverlaps(
  work: GitContext,
  worktree: Worktree,
  { path, base }: Lane,
  saved: Pick<SavedChange, 'commit' | 'files'>,
): Promise<void> {
  if (!(await hasLaneResources(worktree))) return;
  // One at a time: of two simultaneous checkpoints, one must see the other.
  await withLaneLock(join(work.common, record), () =>
    compareWithOthers(work, worktree, { lane: basename(path), base, ...saved }),
  );
}

async function compareWithOthers(
  work: GitContext,
  worktree: Worktree,
  saved: Omit<SavedChange, 'told'>,
): Promise<void> {
  const before = await readSavedChange(worktree.gitDir);
  const { lane } = saved;
  let own: SavedChange = { ...saved, told: before?.told ?? [] };
  for (const other of await listOthers(work, worktree)) {
    if (areRivals(lane, other.lane)) continue;
    if (own.told.includes(other.lane) || other.told.includes(lane)) continue;
    const files = await conflictsOf(work.repo, own, other);
    if (files.length === 0) continue;
    await work.overlaps?.(other.lane, files);
    own = { ...own, told: [...own.told, other.lane] };
  }
  await replaceFile(join(worktree.gitDir, record), JSON.stringify(own), { durable: false });
}

async function listOthers({ common }: GitContext, { gitDir }: Worktree): Promise<readonly SavedChange[]> {
  const others = (await listGitDirs(common)).filter((folder) => folder !== gitDir);
  return (await Promise.all(others.map(readSavedChange))).filter((one) => one !== null);
}

/** Compares each change as one commit on its own base, so that merges of other lanes make no difference. */
async function conflictsOf(repo: string, one: SavedChange, other: SavedChange): Promise<readonly string[]> {
  if (!one.files.some((file) => other.files.includes(file))) return [];
  const [mine, theirs] = [await commitOnBase(repo, one), await commitOnBase(repo, other)];
  const tried = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', mine, theirs]);
  if (tried.exitCode !== 1) return []; // merges cleanly, or cannot be tried: the real merge decides
  const [, ...files] = tried.stdout.split('\0').filter((part) => part !== '');
  return [...new Set(files)];
}

async function commitOnBase(repo: string, { commit, base }: SavedChange): Promise<string> {
  const [tree = ''] = await treesOf(repo, commit);
  return writeCommit(repo, tree, base, 'harness: tried');
}

const readSavedChange = (gitDir: string): Promise<SavedChange | null> => readJsonFile(join(gitDir, record));
