/**
 * Builds the base of a lane on unmerged features: the base branch with their work on top, as one commit.
 *
 *   G1. The same base and work always give the same commit, so that a lane can detect a change.
 *   G2. Work that the base contains is not added again; a missing branch was merged before.
 *   G3. Conflicts are in the commit with their markers, and are reported. Later commits have the heads as parents, so
 *       that no history contains the markers.
 */

import { GitError, gitOrThrow } from '../command.ts';
import { gitAsAuthor } from '../commit-author.ts';
import { isAncestor, mergeToTree, readRef } from '../refs/ref.ts';
import { branchRef } from './branch-ownership.ts';

export interface StackedBase {
  readonly commit: string;
  readonly conflicts: readonly string[];
  /** Parents of commits that are built on it. */
  readonly heads: readonly string[];
}

/** `onto` lists commits, or branches whose commit is unknown. */
export async function buildStackedBase(repo: string, base: string, onto: readonly string[] = []): Promise<StackedBase> {
  const tip = await readRef(repo, branchRef(base)); // a branch always points to a commit
  if (tip === null) throw new GitError(`the branch ${base} does not exist`);
  let stacked: StackedBase = { commit: tip, conflicts: [], heads: [tip] };
  for (const work of onto) {
    const commit = await commitOf(repo, work);
    if (commit !== null) stacked = await addWork(repo, stacked, commit);
  }
  return stacked;
}

async function commitOf(repo: string, work: string): Promise<string | null> {
  const isCommit = /^[0-9a-f]{40,64}$/.test(work);
  const found = await readRef(repo, `${isCommit ? work : branchRef(work)}^{commit}`);
  if (found === null && isCommit) throw new GitError(`the commit ${work} of a kept feature is missing`);
  return found;
}

async function addWork(repo: string, stacked: StackedBase, work: string): Promise<StackedBase> {
  if (await isAncestor(repo, work, stacked.commit)) return stacked;
  if (await isAncestor(repo, stacked.commit, work)) return { ...stacked, commit: work, heads: [work] };
  const { tree, files } = await mergeToTree(repo, stacked.commit, work);
  const conflicts = [...new Set([...stacked.conflicts, ...files])];
  const commit = await mergeOf(repo, tree, stacked.commit, work);
  return { commit, conflicts, heads: conflicts.length === 0 ? [commit] : [...stacked.heads, work] };
}

/** Uses the date of the work: with the current time the commit would differ each time. */
async function mergeOf(repo: string, tree: string, ...parents: readonly [string, string]): Promise<string> {
  const date = `${await gitOrThrow(repo, ['log', '-1', '--format=%ct', parents[1]])} +0000`;
  const subject = await gitOrThrow(repo, ['log', '-1', '--format=%s', parents[1]]);
  return gitAsAuthor(repo, ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-F', '-'], {
    input: `Begin on ${subject}\n`,
    env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

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
