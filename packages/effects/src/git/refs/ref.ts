/** Refs and commits, made so that a second process or a second try cannot overwrite the first. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../command.ts';
import { gitAsAuthor } from '../commit-author.ts';
import { knownCommonDir } from '../git-dir.ts';
import { createProcessCache } from '../process-cache.ts';

export async function readRef(repo: string, ref: string): Promise<string | null> {
  return (await looseRef(repo, ref)) ?? parsedRef(repo, ref);
}

/**
 * A ref that was moved lately is a file with a hash in it, which git itself believes before anything else; whatever is no
 * such file (packed, symbolic, kept in another format, not there) is git's to tell.
 */
async function looseRef(repo: string, ref: string): Promise<string | null> {
  const common = knownCommonDir(repo);
  if (common === undefined || !/^refs\/(heads|harness)\//.test(ref) || /\.\.|[\^~:@{]/.test(ref)) return null;
  const text = (await readFile(join(common, ref), 'utf8').catch(unreadable)) ?? '';
  return /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.test(text) ? text.trimEnd() : null;
}

/** Where HEAD stands, if that can be seen without starting a git: on a branch that was moved lately. */
export async function headAtHand(repo: string): Promise<string | null> {
  const gitDir = join(repo, '.git');
  if (knownCommonDir(repo) !== gitDir) return null;
  const text = (await readFile(join(gitDir, 'HEAD'), 'utf8').catch(nullIfMissing)) ?? '';
  const branch = /^ref: (refs\/heads\/\S+)\n$/.exec(text)?.[1];
  return branch === undefined ? null : looseRef(repo, branch);
}

/** A folder of further refs may have the name. */
const unreadable = (error: NodeJS.ErrnoException) => (error.code === 'EISDIR' ? null : nullIfMissing(error));

async function parsedRef(repo: string, ref: string): Promise<string | null> {
  const found = await git(repo, ['rev-parse', '--quiet', '--verify', ref]);
  return found.exitCode === 0 ? found.stdout.trim() : null;
}

/** False when something has this name already, or a killed git left it locked. */
export async function createRef(repo: string, ref: string, commit: string): Promise<boolean> {
  const result = await git(repo, ['update-ref', ref, commit, '']);
  if (result.exitCode === 0) return true;
  if (result.stderr.includes(".lock': File exists") || (await readRef(repo, ref)) !== null) return false;
  throw gitErrorFrom(result);
}

/** Makes all of them, in this order, or none: false when any of them could not be made, whatever the reason. */
export const createRefs = (repo: string, ...made: (readonly [ref: string, commit: string])[]): Promise<boolean> =>
  inOneStep(
    repo,
    made.map(([ref, commit]) => `create ${ref} ${commit}`),
  );

/** Removes all of them, in this order, or none: false when any of them is not where it was seen. */
export const deleteRefs = (repo: string, ...seen: (readonly [ref: string, commit: string])[]): Promise<boolean> =>
  inOneStep(
    repo,
    seen.map(([ref, commit]) => `delete ${ref} ${commit}`),
  );

async function inOneStep(repo: string, lines: readonly string[]): Promise<boolean> {
  const { exitCode } = await git(repo, ['update-ref', '--stdin'], { input: lines.map((line) => `${line}\n`).join('') });
  return exitCode === 0;
}

/** Removes the ref if it still is where it was seen. One that is gone is removed. */
export async function deleteRef(repo: string, ref: string, seen: string): Promise<void> {
  const result = await git(repo, ['update-ref', '-d', ref, seen]);
  if (result.exitCode !== 0 && (await readRef(repo, ref)) !== null) throw gitErrorFrom(result);
}

/** Whether a working tree stands on this branch, the user's or a lane. */
export const isCheckedOut = async (repo: string, ref: string): Promise<boolean> =>
  (await gitOrThrow(repo, ['for-each-ref', '--format=%(worktreepath)', ref])) !== '';

/** A commit by its hash has one tree for ever; to start a git to be told it once more would hold up every lane. */
const trees = createProcessCache<string>();
const isHash = (name: string) => /^[0-9a-f]{40,}$/.test(name);

/** The tree of a commit, where this process happens to know it. */
export const knownTree = (commit: string): string | undefined => trees.get(commit);

/** The trees of these commits, in their order. */
export async function treesOf(repo: string, ...commits: string[]): Promise<readonly string[]> {
  const known = commits.map((commit) => trees.get(commit));
  if (known.every((tree) => tree !== undefined)) return known;
  const listed = await gitOrThrow(repo, ['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]);
  const found = listed.split('\n');
  for (const [at, commit] of commits.entries()) if (isHash(commit)) trees.set(commit, found[at] ?? '');
  return found;
}

/** A commit object that no ref holds yet. Without a parent it is the first of a repository. */
export async function writeCommit(
  repo: string,
  tree: string,
  parent: string | null | readonly string[],
  message: string,
): Promise<string> {
  const parents = typeof parent === 'string' ? [parent] : (parent ?? []);
  const args = ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-F', '-'];
  const commit = await gitAsAuthor(repo, args, { input: message });
  if (isHash(tree)) trees.set(commit, tree);
  return commit;
}

/** Whether every commit that `commit` leads to is already held by one of these. */
export async function isHeld(repo: string, commit: string, by: readonly string[]): Promise<boolean> {
  if (by.includes(commit)) return true;
  return (await gitOrThrow(repo, ['rev-list', '--max-count=1', commit, '--not', ...by])) === '';
}
