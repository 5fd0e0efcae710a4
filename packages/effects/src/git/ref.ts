/** Refs and commits, made so that a second process or a second try cannot overwrite the first. */
import { git, gitOrThrow, refusal } from './command.ts';
import { gitAsSomebody } from './identity.ts';

export async function readRef(repo: string, ref: string): Promise<string | null> {
  const found = await git(repo, ['rev-parse', '--quiet', '--verify', ref]);
  return found.exitCode === 0 ? found.stdout.trim() : null;
}

/** False when something has this name already, or a killed git left it locked. */
export async function createRef(repo: string, ref: string, commit: string): Promise<boolean> {
  const result = await git(repo, ['update-ref', ref, commit, '']);
  if (result.exitCode === 0) return true;
  if (result.stderr.includes(".lock': File exists") || (await readRef(repo, ref)) !== null) return false;
  throw refusal(result);
}

/** Removes the ref if it still is where it was seen. One that is gone is removed. */
export async function deleteRef(repo: string, ref: string, seen: string): Promise<void> {
  const result = await git(repo, ['update-ref', '-d', ref, seen]);
  if (result.exitCode !== 0 && (await readRef(repo, ref)) !== null) throw refusal(result);
}

/** Whether a working tree stands on this branch, the user's or a lane. */
export const isCheckedOut = async (repo: string, ref: string): Promise<boolean> =>
  (await gitOrThrow(repo, ['for-each-ref', '--format=%(worktreepath)', ref])) !== '';

/** A commit by its hash has one tree for ever; to start a git to be told it once more would hold up every lane. */
const trees = new Map<string, string>();
const mostTrees = 10_000;

/** The trees of these commits, in their order. */
export async function treesOf(repo: string, ...commits: string[]): Promise<readonly string[]> {
  const known = commits.map((commit) => trees.get(commit));
  if (known.every((tree) => tree !== undefined)) return known;
  const listed = await gitOrThrow(repo, ['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]);
  const found = listed.split('\n');
  if (trees.size > mostTrees) trees.clear();
  for (const [at, commit] of commits.entries()) if (/^[0-9a-f]{40,}$/.test(commit)) trees.set(commit, found[at] ?? '');
  return found;
}

/** A commit object that no ref holds yet. Without a parent it is the first of a repository. */
export function writeCommit(
  repo: string,
  tree: string,
  parent: string | null | readonly string[],
  message: string,
): Promise<string> {
  const parents = typeof parent === 'string' ? [parent] : (parent ?? []);
  return gitAsSomebody(repo, ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-F', '-'], {
    input: message,
  });
}

/** Whether every commit that `commit` leads to is already held by one of these. */
export async function isHeld(repo: string, commit: string, by: readonly string[]): Promise<boolean> {
  if (by.includes(commit)) return true;
  return (await gitOrThrow(repo, ['rev-list', '--max-count=1', commit, '--not', ...by])) === '';
}
