/**
 * Where a lane begins when what passed is not merged: the base with the work of other features on top, as one commit.
 *
 *   G1. The same base and the same work are the same commit, whoever asks: by that a lane knows that nothing moved.
 *   G2. Work that is in the base by now is not brought again; a branch that is gone was merged before anybody asked.
 *   G3. What conflicts has its marks in the commit and is named. Such a commit is only begun from: what comes of it grows out
 *       of the heads, so that no history ever holds the marks.
 */

import { GitError, git, gitErrorFrom, gitOrThrow } from '../command.ts';
import { gitAsAuthor } from '../commit-author.ts';
import { readRef } from '../refs/ref.ts';
import { branchRef } from './branch-ownership.ts';

export interface StackedBase {
  readonly commit: string;
  readonly conflicts: readonly string[];
  /** The parents of what is built on it. */
  readonly heads: readonly string[];
}

/** `onto` names commits, or branches where no commit is known. */
export async function buildStackedBase(repo: string, base: string, onto: readonly string[] = []): Promise<StackedBase> {
  const tip = await readRef(repo, branchRef(base)); // git lets a branch name nothing but a commit
  if (tip === null) throw new GitError(`there is no branch ${base}`);
  let ground: StackedBase = { commit: tip, conflicts: [], heads: [tip] };
  for (const work of onto) {
    const commit = await commitOf(repo, work);
    if (commit !== null) ground = await withWork(repo, ground, commit);
  }
  return ground;
}

async function commitOf(repo: string, work: string): Promise<string | null> {
  const isCommit = /^[0-9a-f]{40,64}$/.test(work);
  const found = await readRef(repo, `${isCommit ? work : branchRef(work)}^{commit}`);
  if (found === null && isCommit) throw new GitError(`the commit ${work}, which a feature is kept as, is gone`);
  return found;
}

async function withWork(repo: string, ground: StackedBase, work: string): Promise<StackedBase> {
  if (await isIn(repo, work, ground.commit)) return ground;
  if (await isIn(repo, ground.commit, work)) return { ...ground, commit: work, heads: [work] };
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', ground.commit, work];
  const result = await git(repo, args);
  if (result.exitCode > 1) throw gitErrorFrom(result);
  const [tree = '', ...files] = result.stdout.split('\0').filter((part) => part !== '');
  const conflicts = [...new Set([...ground.conflicts, ...(result.exitCode === 0 ? [] : files)])];
  const commit = await mergeOf(repo, tree, ground.commit, work);
  return { commit, conflicts, heads: conflicts.length === 0 ? [commit] : [...ground.heads, work] };
}

/** As old as the work that it brings: with the time of the clock it would be another commit each time. */
async function mergeOf(repo: string, tree: string, ...parents: readonly [string, string]): Promise<string> {
  const date = `${await gitOrThrow(repo, ['log', '-1', '--format=%ct', parents[1]])} +0000`;
  const subject = await gitOrThrow(repo, ['log', '-1', '--format=%s', parents[1]]);
  return gitAsAuthor(repo, ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-F', '-'], {
    ...{ input: `Begin on ${subject}\n`, env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } },
  });
}

async function isIn(repo: string, commit: string, of: string): Promise<boolean> {
  return (await git(repo, ['merge-base', '--is-ancestor', commit, of])).exitCode === 0;
}

/** Conflicts of the ground that a tree still has as they were: nobody resolved them. */
export async function conflictMarkers(
  repo: string,
  { commit, conflicts }: StackedBase,
  tree: string,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const file of conflicts) {
    const [marked, now] = [await readRef(repo, `${commit}:${file}`), await readRef(repo, `${tree}:${file}`)];
    if (marked !== null && marked === now) left.push(file);
  }
  return left;
}
