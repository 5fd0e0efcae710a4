/**
 * Reports lanes that would conflict while both are open, by a trial merge that writes only git objects.
 *
 *   V1. It never stops or delays a lane: the second lane to land gets the conflict as before, but people know earlier.
 *   V2. A pair of lanes is reported once, when the second of them is saved.
 *   V3. A trial merge runs only if both changed the same file: other lanes cannot conflict.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { areRivals } from '@harness/core/mission/competition';
import { nullIfMissing } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { git } from '../command.ts';
import type { GitContext } from '../context.ts';
import { hasLaneResources } from '../dependencies/lane-resources.ts';
import { treesOf, writeCommit } from '../refs/ref.ts';
import type { Worktree } from '../worktree/worktree.ts';
import { withLaneLock } from './lane-lock.ts';

/** What a lane changed when it was last saved, and the lanes that it was told of together with. */
interface Saved {
  readonly lane: string;
  readonly base: string;
  readonly commit: string;
  readonly files: readonly string[];
  readonly told: readonly string[];
}

const record = 'harness-saved.json';

/** Only lanes that live beside others are looked at: those that were allotted something. */
export async function noticeOverlaps(
  work: GitContext,
  worktree: Worktree,
  { path, base }: Lane,
  saved: Pick<Saved, 'commit' | 'files'>,
): Promise<void> {
  if (!(await hasLaneResources(worktree))) return;
  // One after the other: of two that are saved at the same moment, one has to see the other.
  await withLaneLock(join(work.common, record), () => notice(work, worktree, { lane: basename(path), base, ...saved }));
}

async function notice(work: GitContext, worktree: Worktree, saved: Omit<Saved, 'told'>): Promise<void> {
  const before = await savedIn(worktree.gitDir);
  const { lane } = saved;
  let own: Saved = { ...saved, told: before?.told ?? [] };
  for (const other of await othersOf(work, worktree)) {
    if (areRivals(lane, other.lane)) continue;
    if (own.told.includes(other.lane) || other.told.includes(lane)) continue;
    const files = await conflictsOf(work.repo, own, other);
    if (files.length === 0) continue;
    await work.overlaps?.(other.lane, files);
    own = { ...own, told: [...own.told, other.lane] };
  }
  await replaceFile(join(worktree.gitDir, record), JSON.stringify(own), { durable: false });
}

async function othersOf({ common }: GitContext, { gitDir }: Worktree): Promise<readonly Saved[]> {
  const registered = join(common, 'worktrees');
  const names = (await readdir(registered).catch(nullIfMissing)) ?? [];
  const others = names.map((name) => join(registered, name)).filter((folder) => folder !== gitDir);
  return (await Promise.all(others.map(savedIn))).filter((one) => one !== null);
}

/** Each as one commit on its own base, so that what others merged meanwhile is no difference between the two. */
async function conflictsOf(repo: string, one: Saved, other: Saved): Promise<readonly string[]> {
  if (!one.files.some((file) => other.files.includes(file))) return [];
  const [mine, theirs] = [await alone(repo, one), await alone(repo, other)];
  const tried = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', mine, theirs]);
  if (tried.exitCode !== 1) return []; // it merges, or cannot be tried: the real merge will tell
  const [, ...files] = tried.stdout.split('\0').filter((part) => part !== '');
  return [...new Set(files)];
}

async function alone(repo: string, { commit, base }: Saved): Promise<string> {
  const [tree = ''] = await treesOf(repo, commit);
  return writeCommit(repo, tree, base, 'harness: tried');
}

async function savedIn(gitDir: string): Promise<Saved | null> {
  const text = await readFile(join(gitDir, record), 'utf8').catch(nullIfMissing);
  return text === null ? null : (JSON.parse(text) as Saved);
}
