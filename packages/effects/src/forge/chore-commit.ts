/**
 * Commits a `chore:` of the harness to the base of the forge.
 *
 *   H1. Only git objects are written: checkouts follow as after a merge.
 *   H2. Once: if the base needs no change, the chore is done. If the base moves, the chore is repeated on the new base.
 *   H3. If a rule of the forge rejects the commit, it is committed by a pull request.
 */

import { tmpdir } from 'node:os';
import { gitOrThrow } from '../git/command.ts';
import { effectOf, messageOf } from '../git/refs/commit.ts';
import { writeCommit } from '../git/refs/ref.ts';
import { withTemporaryIndex } from '../git/worktree/index-file.ts';
import { type ChoreByPull, type ChoreResult, commitChoreByPull } from './chore-by-pull.ts';
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './forge-error.ts';

export interface Chore {
  readonly base: string;
  readonly subject: string;
  readonly byPull: ChoreByPull;
  /** Tree of the base with the change; `null` if no change is needed. */
  treeOn(tip: string): Promise<string | null>;
}

/** Tries before the moving base becomes a failure. */
const maxTries = 5;

/** `commit` is `null` if another process did the chore, or if it waits for a person at the forge. */
export async function commitChore(
  forge: Forge,
  repo: string,
  { base, subject, byPull: pull, treeOn }: Chore,
  task: ForgeTask,
): Promise<ChoreResult> {
  for (let left = maxTries; left > 0; left--) {
    const tip = await forge.fetchBase(base, task);
    const tree = await treeOn(tip);
    if (tree === null) return completeEarlier(forge, repo, tip, base, task);
    const commit = await writeCommit(repo, tree, tip, messageOf(task, subject));
    const moved = await forge.advance({ base, from: tip, commit }, task).catch(toRuledOut);
    if (moved === 'ruled-out') return commitChoreByPull(forge, commit, { ...pull, base, title: subject }, task);
    if (moved) return { commit };
  }
  throw new ForgeError('forge.branch-moved', {
    branch: base,
    expected: 'a base without new commits',
    found: `new commits in ${maxTries} tries`,
  });
}

/** The branch is protected, or pushing to it is not permitted. */
function toRuledOut(error: unknown): 'ruled-out' {
  const rules: readonly string[] = ['forge.refused', 'forge.forbidden'];
  if (error instanceof ForgeError && rules.includes(error.failure.code)) return 'ruled-out';
  throw error;
}

/** The chore is done. If an earlier try of this effect did it, completes the steps after the move. */
async function completeEarlier(
  forge: Forge,
  repo: string,
  tip: string,
  base: string,
  task: ForgeTask,
): Promise<ChoreResult> {
  if ((await effectOf(repo, tip)) !== task.effect) return { commit: null };
  const from = await gitOrThrow(repo, ['rev-parse', `${tip}^1`]);
  await forge.advance({ base, from, commit: tip }, task);
  return { commit: tip };
}

export interface FileChange {
  readonly path: string;
  /** New content; `null` deletes the file. */
  readonly text: string | null;
  readonly mode?: string;
}

export const writeTreeWith = (repo: string, tip: string, changes: readonly FileChange[]): Promise<string> =>
  withTemporaryIndex(tmpdir(), async (env) => {
    await gitOrThrow(repo, ['read-tree', tip], { env });
    for (const { path, text, mode = '100644' } of changes) {
      const blob = text === null ? null : await gitOrThrow(repo, ['hash-object', '-w', '--stdin'], { input: text });
      const how = blob === null ? ['--force-remove', '--', path] : ['--add', '--cacheinfo', `${mode},${blob},${path}`];
      await gitOrThrow(repo, ['update-index', ...how], { env });
    }
    return gitOrThrow(repo, ['write-tree'], { env });
  });
