/**
 * A `chore:` commit of our own on the base of the forge.
 *
 *   H1. It is done in git alone: the files of a checkout follow as after a merge.
 *   H2. Once: a base on which nothing is left to do is done. One that moved meanwhile is taken as it is now.
 *   H3. Where a rule of the forge refuses the commit, it goes by a pull request of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitOrThrow } from '../git/command.ts';
import { effectOf, messageOf } from '../git/refs/commit.ts';
import { writeCommit } from '../git/refs/ref.ts';
import { type ChoreByPull, type ChoreResult, commitChoreByPull } from './chore-by-pull.ts';
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './forge-error.ts';

export interface Chore {
  readonly base: string;
  readonly subject: string;
  readonly byPull: ChoreByPull;
  /** The tree of the base with the work done; null when there is nothing left to do. */
  treeOn(tip: string): Promise<string | null>;
}

/** A base that moves faster than this is somebody's to look at. */
const tries = 5;

/** Its commit is null when somebody else did it, or when it waits for a person at the forge. */
export async function commitChore(
  forge: Forge,
  repo: string,
  { base, subject, byPull: pull, treeOn }: Chore,
  task: ForgeTask,
): Promise<ChoreResult> {
  for (let left = tries; left > 0; left--) {
    const tip = await forge.fetchBase(base, task);
    const tree = await treeOn(tip);
    if (tree === null) return earlier(forge, repo, tip, base, task);
    const commit = await writeCommit(repo, tree, tip, messageOf(task, subject));
    const moved = await forge.advance({ base, from: tip, commit }, task).catch(ruledOut);
    if (moved === 'ruled-out') return commitChoreByPull(forge, commit, { ...pull, base, title: subject }, task);
    if (moved) return { commit };
  }
  throw new ForgeError('forge.branch-moved', { branch: base, expected: 'a base that rests', found: 'one that moves' });
}

/** A protected branch, or no right to push to it: whoever asked for the merge had another way than this. */
function ruledOut(error: unknown): 'ruled-out' {
  const rules: readonly string[] = ['forge.refused', 'forge.forbidden'];
  if (error instanceof ForgeError && rules.includes(error.failure.code)) return 'ruled-out';
  throw error;
}

/** It is done. If an earlier try of this effect did it, what follows a move of the base may still be missing. */
async function earlier(forge: Forge, repo: string, tip: string, base: string, task: ForgeTask): Promise<ChoreResult> {
  if ((await effectOf(repo, tip)) !== task.effect) return { commit: null };
  const from = await gitOrThrow(repo, ['rev-parse', `${tip}^1`]);
  await forge.advance({ base, from, commit: tip }, task);
  return { commit: tip };
}

export interface FileChange {
  readonly path: string;
  /** What is there afterwards; null takes it away. */
  readonly text: string | null;
  readonly mode?: string;
}

/** The tree of a commit with some files changed, made in an index of its own. */
export async function writeTreeWith(repo: string, tip: string, changes: readonly FileChange[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await gitOrThrow(repo, ['read-tree', tip], { env });
    for (const { path, text, mode = '100644' } of changes) {
      const blob = text === null ? null : await gitOrThrow(repo, ['hash-object', '-w', '--stdin'], { input: text });
      const how = blob === null ? ['--force-remove', '--', path] : ['--add', '--cacheinfo', `${mode},${blob},${path}`];
      await gitOrThrow(repo, ['update-index', ...how], { env });
    }
    return await gitOrThrow(repo, ['write-tree'], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
