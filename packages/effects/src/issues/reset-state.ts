/** Decides before a reset which commits and files are those of others, and keeps everything under one ref. */
import { isOwnPath } from '@harness/core/checkout/change';
import type { Lane } from '@harness/core/effects/git';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { listChangedFiles } from '../checkout/foreign-files.ts';
import { gitOrThrow } from '../git/command.ts';
import { messageOf } from '../git/refs/commit.ts';
import { keepCommit, listKeptRefs } from '../git/refs/kept-refs.ts';
import { treesOf, writeCommit } from '../git/refs/ref.ts';
import { copyIndex, withTemporaryIndex, worktreeIndex } from '../git/worktree/index-file.ts';
import { maxFileBytes, requireSavableSize, sizesOf } from '../git/worktree/save-limit.ts';
import { ownPaths, readCheckoutFiles } from './checkout-access.ts';
import { type EarlierState, findEarlierState } from './earlier-state.ts';
import { findUnknownFiles, isDeleted } from './unknown-files.ts';

export interface ResetArgs {
  readonly lane: Lane;
  readonly to: string;
  readonly own: readonly string[];
  readonly despite?: ForeignWork;
  readonly leaves?: readonly string[];
}

interface ForeignWork {
  readonly commits: readonly string[];
  readonly files: readonly string[];
}

interface ResetState {
  readonly tip: string;
  /** Trees of the files that git does not ignore, and of the index. */
  readonly files: string;
  readonly staged: string;
  /** Commits on top of the reset's target, oldest first. */
  readonly since: readonly string[];
  /** Files whose content no commit or kept ref of this run has. */
  readonly unknown: readonly string[];
  /** Changed files that cannot be kept; they are unknown, too. */
  readonly tooLarge: readonly string[];
  /**
   * The kept commit of an earlier try; `null` if there is none. Its parents are the tip and, if staged files differed, a
   * commit of those.
   */
  readonly earlier: EarlierState | null;
}

export async function readResetState(work: GitCheckoutContext, args: ResetArgs, tip: string): Promise<ResetState> {
  const { repo } = work;
  const range = `${args.to}..${tip}`;
  const since = (await gitOrThrow(repo, ['rev-list', '--reverse', range])).split('\n').filter((one) => one !== '');
  const tooLarge = (await findLargeFiles(repo)).filter(isOwnPath(ownPaths(args.leaves)));
  const files = await readCheckoutFiles(work, tip, [...(args.leaves ?? []), ...tooLarge]);
  const staged = await readStagedTree(work);
  const earlier = await findEarlierState(work, subject);
  const known = await knownTrees(work, [tip, args.to, ...since, ...(earlier?.parents ?? [])]);
  const isOwn = isOwnPath(ownPaths(args.leaves));
  const isHalfRestored = earlier !== null && tip === args.to;
  const unknownIn = (tree: string, trees: readonly string[]) =>
    findUnknownFiles(repo, tree, trees, (row) => isOwn(row.path) && !(isHalfRestored && isDeleted(row)));
  const found = [...(await unknownIn(files, known)), ...(await unknownIn(staged, [...known, files])), ...tooLarge];
  return { tip, files, staged, since, unknown: [...new Set(found)].sort(), tooLarge, earlier };
}

/** Trees of these commits, and of everything that this run kept, the newest first. */
async function knownTrees(work: GitCheckoutContext, commits: readonly string[]): Promise<readonly string[]> {
  const kept = (await listKeptRefs(work)).map(({ tree }) => tree).reverse();
  return [...(await treesOf(work.repo, ...commits)), ...kept];
}

/** Git would read them for minutes, although their names are enough to ask. */
async function findLargeFiles(repo: string): Promise<readonly string[]> {
  const sized = await sizesOf(repo, await listChangedFiles(repo));
  return sized.filter(({ size }) => size > maxFileBytes).map(({ path }) => path);
}

/** Writes the tree from a copy, because git would write into the index of the user. */
const readStagedTree = ({ repo, worktree }: GitCheckoutContext): Promise<string> =>
  withTemporaryIndex(worktree.gitDir, async (env) => {
    await copyIndex(worktreeIndex(worktree), env.GIT_INDEX_FILE);
    return gitOrThrow(repo, ['write-tree'], { env });
  });

/** `isAgreed` is true if there are none, or only those that a person was shown. */
export function findForeign({ since, unknown }: ResetState, { own, despite }: ResetArgs) {
  const commits = since.filter((commit) => !own.includes(commit));
  const isShown = (path: string) =>
    despite?.files.some((one) => one === path || (one.endsWith('/') && path.startsWith(one))) === true;
  const isAgreed = commits.every((one) => despite?.commits.includes(one) === true) && unknown.every(isShown);
  return { isAgreed, commits, files: summarize(unknown) };
}

const maxNamed = 200;

/** Of very many files, their topmost folders, so that the state stays small. */
const summarize = (files: readonly string[]): readonly string[] =>
  files.length <= maxNamed ? files : [...new Set(files.map((path) => path.replace(/\/.*$/s, '/')))];

const subject = 'harness: before a reset';

/** Returns the ref that leads to all commits and files; `null` if there is nothing to keep. */
export async function keepBeforeReset(work: GitCheckoutContext, state: ResetState): Promise<string | null> {
  const { tip, files, staged, since, tooLarge, earlier } = state;
  await requireSavableSize(work.repo, tooLarge);
  if (earlier !== null && (await hasAll(work, earlier, state))) return earlier.ref;
  const [tree] = await treesOf(work.repo, tip);
  const hasStaged = staged !== tree;
  if (files === tree && !hasStaged && since.length === 0) return null;
  const index = hasStaged ? [await writeCommit(work.repo, staged, tip, messageOf(work, 'harness: staged files'))] : [];
  const commit = await writeCommit(work.repo, files, [tip, ...index], messageOf(work, subject));
  return keepCommit(work, commit, await listKeptRefs(work));
}

/** After the branch moved, an earlier try has kept everything except what someone wrote since. */
async function hasAll(
  { repo }: GitCheckoutContext,
  { tree, parents }: EarlierState,
  state: ResetState,
): Promise<boolean> {
  const [first = '', index = first] = parents;
  if (first !== state.tip) return state.since.length === 0 && state.unknown.length === 0;
  return tree === state.files && (await treesOf(repo, index))[0] === state.staged;
}
