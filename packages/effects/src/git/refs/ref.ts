/** Reads and creates refs and commits without overwriting those of other processes or earlier tries. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../command.ts';
import { gitAsAuthor } from '../commit-author.ts';
import { commonDir, knownCommonDir } from '../git-dir.ts';
import { createProcessCache } from '../process-cache.ts';
import { isHeadOfWorktree } from './ref-files.ts';

export async function readRef(repo: string, ref: string): Promise<string | null> {
  return (await looseRef(repo, ref)) ?? parsedRef(repo, ref);
}

/** A recently moved ref is a file that git prefers; git resolves all others (packed, symbolic, missing). */
async function looseRef(repo: string, ref: string): Promise<string | null> {
  const common = knownCommonDir(repo);
  if (common === undefined || !/^refs\/(heads|harness)\//.test(ref) || /\.\.|[\^~:@{]/.test(ref)) return null;
  const text = (await readFile(join(common, ref), 'utf8').catch(nullIfNoFile)) ?? '';
  return /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.test(text) ? text.trimEnd() : null;
}

/** Commit of HEAD without starting git; `null` unless its branch is a loose ref. */
export async function readHeadWithoutGit(repo: string): Promise<string | null> {
  const gitDir = join(repo, '.git');
  if (knownCommonDir(repo) !== gitDir) return null;
  const text = (await readFile(join(gitDir, 'HEAD'), 'utf8').catch(nullIfMissing)) ?? '';
  const branch = /^ref: (refs\/heads\/\S+)\n$/.exec(text)?.[1];
  return branch === undefined ? null : looseRef(repo, branch);
}

/** The name may be a folder of other refs. */
const nullIfNoFile = (error: NodeJS.ErrnoException) => (error.code === 'EISDIR' ? null : nullIfMissing(error));

async function parsedRef(repo: string, ref: string): Promise<string | null> {
  const found = await git(repo, ['rev-parse', '--quiet', '--verify', ref]);
  return found.exitCode === 0 ? found.stdout.trim() : null;
}

/** Returns false if the ref exists, or if a killed git left it locked. */
export async function createRef(repo: string, ref: string, commit: string): Promise<boolean> {
  const result = await git(repo, ['update-ref', ref, commit, '']);
  if (result.exitCode === 0) return true;
  if (result.stderr.includes(".lock': File exists") || (await readRef(repo, ref)) !== null) return false;
  throw gitErrorFrom(result);
}

/** Creates all refs in this order, or none. Returns false if any could not be created. */
export const createRefs = (repo: string, ...refs: (readonly [ref: string, commit: string])[]): Promise<boolean> =>
  updateRefs(
    repo,
    refs.map(([ref, commit]) => `create ${ref} ${commit}`),
  );

/** Deletes all refs in this order, or none. Returns false if any has moved. */
export const deleteRefs = (repo: string, ...seen: (readonly [ref: string, commit: string])[]): Promise<boolean> =>
  updateRefs(
    repo,
    seen.map(([ref, commit]) => `delete ${ref} ${commit}`),
  );

async function updateRefs(repo: string, lines: readonly string[]): Promise<boolean> {
  const { exitCode } = await git(repo, ['update-ref', '--stdin'], { input: lines.map((line) => `${line}\n`).join('') });
  return exitCode === 0;
}

/** Deletes the ref if it has not moved. A missing ref is fine. */
export async function deleteRef(repo: string, ref: string, seen: string): Promise<void> {
  const result = await git(repo, ['update-ref', '-d', ref, seen]);
  if (result.exitCode !== 0 && (await readRef(repo, ref)) !== null) throw gitErrorFrom(result);
}

export async function isCheckedOut(repo: string, ref: string): Promise<boolean> {
  const seen = await isHeadOfWorktree(await commonDir(repo), ref);
  return seen ?? (await gitOrThrow(repo, ['for-each-ref', '--format=%(worktreepath)', ref])) !== '';
}

/** The tree of a commit hash never changes, and starting git for it would delay every lane. */
const trees = createProcessCache<string>();
const isHash = (name: string) => /^[0-9a-f]{40,}$/.test(name);

export const knownTree = (commit: string): string | undefined => trees.get(commit);

/** Trees of these commits, in order. */
export async function treesOf(repo: string, ...commits: string[]): Promise<readonly string[]> {
  const known = commits.map((commit) => trees.get(commit));
  if (known.every((tree) => tree !== undefined)) return known;
  const listed = await gitOrThrow(repo, ['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]);
  const found = listed.split('\n');
  for (const [at, commit] of commits.entries()) if (isHash(commit)) trees.set(commit, found[at] ?? '');
  return found;
}

/** Writes a commit object without a ref. `null` as parent creates a root commit. */
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

export async function isHeld(repo: string, commit: string, by: readonly string[]): Promise<boolean> {
  if (by.includes(commit)) return true;
  return (await gitOrThrow(repo, ['rev-list', '--max-count=1', commit, '--not', ...by])) === '';
}

export const isAncestor = async (repo: string, commit: string, of: string): Promise<boolean> =>
  (await git(repo, ['merge-base', '--is-ancestor', commit, of])).exitCode === 0;

/** Merges two commits into a tree without touching a ref; `files` are the conflicts, empty after a clean merge. */
export async function mergeToTree(repo: string, one: string, other: string) {
  const result = await git(repo, ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', one, other]);
  if (result.exitCode !== 0 && result.exitCode !== 1) throw gitErrorFrom(result);
  const [tree = '', ...files] = result.stdout.split('\0').filter((part) => part !== '');
  return { isClean: result.exitCode === 0, tree, files: result.exitCode === 0 ? [] : [...new Set(files)] };
}
