/** Decides before a reset which commits and files are those of others, and keeps everything under one ref. */
import { isOwnPath } from '@harness/core/checkout/change';
import type { Lane } from '@harness/core/effects/git';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { gitOrThrow } from '../git/command.ts';
import { effectName, messageOf } from '../git/refs/commit.ts';
import { keepCommit, listKeptRefs } from '../git/refs/kept-refs.ts';
import { treesOf, writeCommit } from '../git/refs/ref.ts';
import { copyIndex, withTemporaryIndex, worktreeIndex } from '../git/worktree/index-file.ts';
import { ownPaths, readCheckoutFiles } from './checkout-access.ts';
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
  /** The kept commit of an earlier try of this effect; `null` if there is none. */
  readonly earlier: KeptState | null;
}

interface KeptState {
  readonly ref: string;
  readonly tree: string;
  /** The tip, and a commit of the staged files if they differed. */
  readonly parents: readonly string[];
}

export async function readResetState(work: GitCheckoutContext, args: ResetArgs, tip: string): Promise<ResetState> {
  const { repo } = work;
  const range = `${args.to}..${tip}`;
  const since = (await gitOrThrow(repo, ['rev-list', '--reverse', range])).split('\n').filter((one) => one !== '');
  const [files, staged] = [await readCheckoutFiles(work, tip, args.leaves), await readStagedTree(work)];
  const earlier = await findEarlier(work);
  const known = await knownTrees(work, [tip, args.to, ...since, ...(earlier?.parents ?? [])]);
  const isOwn = isOwnPath(ownPaths(args.leaves));
  const isHalfRestored = earlier !== null && tip === args.to;
  const unknownIn = (tree: string, trees: readonly string[]) =>
    findUnknownFiles(repo, tree, trees, (row) => isOwn(row.path) && !(isHalfRestored && isDeleted(row)));
  const found = [...(await unknownIn(files, known)), ...(await unknownIn(staged, [...known, files]))];
  return { tip, files, staged, since, unknown: [...new Set(found)].sort(), earlier };
}

/** Trees of these commits, and of everything that this run kept, the newest first. */
async function knownTrees(work: GitCheckoutContext, commits: readonly string[]): Promise<readonly string[]> {
  const kept = (await listKeptRefs(work)).map(({ tree }) => tree).reverse();
  return [...(await treesOf(work.repo, ...commits)), ...kept];
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
  const { tip, files, staged, since, earlier } = state;
  if (earlier !== null && (await hasAll(work, earlier, state))) return earlier.ref;
  const [tree] = await treesOf(work.repo, tip);
  const hasStaged = staged !== tree;
  if (files === tree && !hasStaged && since.length === 0) return null;
  const index = hasStaged ? [await writeCommit(work.repo, staged, tip, messageOf(work, 'harness: staged files'))] : [];
  const commit = await writeCommit(work.repo, files, [tip, ...index], messageOf(work, subject));
  return keepCommit(work, commit, await listKeptRefs(work));
}

/** After the branch moved, an earlier try has kept everything except what someone wrote since. */
async function hasAll({ repo }: GitCheckoutContext, { tree, parents }: KeptState, state: ResetState): Promise<boolean> {
  const [first = '', index = first] = parents;
  if (first !== state.tip) return state.since.length === 0 && state.unknown.length === 0;
  return tree === state.files && (await treesOf(repo, index))[0] === state.staged;
}

async function findEarlier(work: GitCheckoutContext): Promise<KeptState | null> {
  const trailer = '%(trailers:key=Harness-Effect,valueonly,separator=%x20)';
  const format = `--format=%(refname)%00%(tree)%00%(parent)%00%(subject)%00${trailer}`;
  const listed = await gitOrThrow(work.repo, [
    'for-each-ref',
    '--sort=version:refname',
    format,
    `refs/harness/kept/${work.run}/`,
  ]);
  const rows = listed.split('\n').map((line) => line.split('\0'));
  const row = rows.findLast(([, , , title, effect]) => title === subject && effect === effectName(work));
  const [ref = '', tree = '', parents = ''] = row ?? [];
  return row === undefined ? null : { ref, tree, parents: parents.split(' ') };
}
