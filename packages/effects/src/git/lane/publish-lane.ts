/**
 * Moves the base branch to the validated tree of a lane, as a merge commit, by compare-and-swap.
 *
 *   B1. Exactly once: the merge carries the key of its effect, and a second try finds it.
 *   B2. A base that has moved since the lane started is not moved: the combined result was never validated.
 *   B3. A clean checkout of the base is updated. A checkout with changes of the user stays, and is reported.
 *   B4. A change that contains a secret of the harness is not merged. Its files are named, never the value.
 *   B5. A merge commit that was prepared during the judgement is used only for the same base and the same checkpoint.
 *   B6. Commits of a person on the lane's branch stay reachable when the branch moves to the merge.
 */
import type { Lane } from '@harness/core/effects/git';
import type { PreparedMerge, PublishResult } from '@harness/core/effects/publish-lane';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { findCheckouts, lookAtCheckouts, updateCheckouts } from '../../forge/local/follow-checkouts.ts';
import { ownRedactor } from '../../secret/redactor.ts';
import { GitError, type GitResult, git, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { effectName, messageOf } from '../refs/commit.ts';
import { keepCommits } from '../refs/kept-refs.ts';
import { knownTree, readRef, treesOf, writeCommit } from '../refs/ref.ts';
import { branchRef } from './branch-ownership.ts';
import { refuseSecrets } from './find-secrets.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly base: string;
  readonly message: string;
  readonly prepared?: PreparedMerge;
}

/** Writes objects only: no ref names them, so a change that is rejected leaves nothing behind. */
export async function performPrepareMerge(
  work: GitContext,
  { lane, checkpoint, message }: Omit<Args, 'base' | 'prepared'>,
): Promise<Outcome<{ readonly merge: PreparedMerge | null }>> {
  const [tree = '', baseTree] = await treesOf(work.repo, checkpoint, lane.base);
  if (tree === baseTree) return ok({ merge: null });
  const [commit] = await Promise.all([
    mergeCommit(work, { lane, message }, tree),
    refuseSecrets(work.repo, lane.base, checkpoint), // the merge searches again only if one was found
  ]);
  return ok({ merge: { commit, base: lane.base, checkpoint } });
}

/** One at a time: two lanes would update the same checkout. */
export async function performPublishLane(work: GitContext, args: Args): Promise<Outcome<PublishResult>> {
  laneFolder(work.repo, args.lane.path); // accepts only a lane
  return withLaneLock(branchRef(args.base), () => publish(work, args));
}

async function publish(work: GitContext, args: Args): Promise<Outcome<PublishResult>> {
  const { repo } = work;
  const { lane, checkpoint, base } = args;
  const isUnmoved = (await readRef(repo, branchRef(base))) === lane.base; // then no try has merged it either
  const earlier = isUnmoved ? null : await findEarlierMerge(work, args);
  if (earlier !== null) return completeMerge(work, args, earlier, await findCheckouts(repo, base));
  if (!isUnmoved) return ok({ is: 'base-moved' });
  const [tree = '', baseTree] = await treesOf(repo, checkpoint, lane.base);
  if (tree === baseTree) return ok({ is: 'nothing', lane });
  const writing = preparedCommit(args, tree) ?? mergeCommit(work, args, tree);
  // The checkouts are found and compared while the search for secrets and the move of the refs take their time.
  const [moved, seen] = await Promise.all([searchAndMove(work, args, writing), lookAtAll(work, args, writing)]);
  if (!('exitCode' in moved)) return moved;
  if (moved.exitCode === 0) return completeMerge(work, args, await writing, seen.checkouts, seen.looks);
  if ((await readRef(repo, branchRef(base))) === lane.base) throw gitErrorFrom(moved);
  return ok({ is: 'base-moved' });
}

/** If the change is refused, no ref names the commit. */
async function searchAndMove(
  work: GitContext,
  args: Args,
  writing: string | Promise<string>,
): Promise<GitResult | Outcome<never>> {
  const [refused, commit] = await Promise.all([refuseSecrets(work.repo, args.lane.base, args.checkpoint), writing]);
  return refused ?? moveTo(work, args, commit);
}

async function lookAtAll({ repo }: GitContext, { base, lane }: Args, writing: string | Promise<string>) {
  const [checkouts, commit] = await Promise.all([findCheckouts(repo, base), writing]);
  return { checkouts, looks: await lookAtCheckouts(checkouts, lane.base, commit) };
}

/** Moves the base by compare-and-swap, together with the lane's own branch: both or neither. */
async function moveTo(work: GitContext, args: Args, commit: string): Promise<GitResult> {
  const { repo } = work;
  const { lane, base, message } = args;
  const at = await keepOwnTip(work, args, commit);
  const along = at === null ? '' : `update ${branchRef(lane.branch)} ${commit} ${at}\n`;
  const input = `update ${branchRef(base)} ${commit} ${lane.base}\n${along}`;
  return git(repo, ['update-ref', '-m', `merge: ${message}`, '--stdin'], { input });
}

/** Tip of the lane's branch, with its commits kept. */
async function keepOwnTip(work: GitContext, { lane, checkpoint }: Args, commit: string): Promise<string | null> {
  const at = await readRef(work.repo, branchRef(lane.branch));
  if (at !== null) await keepCommits(work, [at], [lane.base, checkpoint, commit]);
  return at;
}

/**
 * Only a commit that this process wrote: after a restart nothing shows that git still has it, because no ref names it.
 * `null` if another one is needed.
 */
function preparedCommit({ lane, checkpoint, prepared }: Args, tree: string): string | null {
  if (prepared?.base !== lane.base || prepared.checkpoint !== checkpoint) return null;
  return knownTree(prepared.commit) === tree ? prepared.commit : null;
}

/** A commit of the change and a merge of it, like `merge --no-ff`. */
async function mergeCommit(
  work: GitContext,
  { lane, message }: Pick<Args, 'lane' | 'message'>,
  tree: string,
): Promise<string> {
  const { repo, run } = work;
  const change = await writeCommit(repo, tree, lane.base, `${ownRedactor().text(message)}\n\nHarness-Run: ${run}\n`);
  return writeCommit(repo, tree, [lane.base, change], messageOf(work, `Merge ${message}`));
}

/** Merge commit of an earlier try of this effect, also if later commits follow. */
async function findEarlierMerge(work: GitContext, { lane, base, prepared }: Args): Promise<string | null> {
  const format = '--format=%H%x00%(trailers:key=Harness-Effect,valueonly)%x00';
  const listed = await git(work.repo, ['log', '--first-parent', format, `${lane.base}..${branchRef(base)}`]);
  if (listed.exitCode !== 0) throw new GitError(`the branch ${base} does not exist`);
  const fields = listed.stdout.split('\0').map((field) => field.trim());
  if (prepared !== undefined && fields.includes(prepared.commit)) return prepared.commit;
  const at = fields.findIndex((field, n) => n % 2 === 1 && field === effectName(work));
  return at < 0 ? null : (fields[at - 1] ?? null);
}

/** Completes the steps after a merge, after a crash on the next try. The lane's branch moves to the merge. */
async function completeMerge(
  work: GitContext,
  args: Args,
  commit: string,
  checkouts: readonly string[],
  looks: Looks = [],
): Promise<Outcome<PublishResult>> {
  const { repo } = work;
  const { lane, base } = args;
  const at = await keepOwnTip(work, args, commit);
  if (at !== null && at !== commit) await gitOrThrow(repo, ['update-ref', branchRef(lane.branch), commit, at]);
  const left = await updateBaseCheckouts(repo, checkouts, { base, from: lane.base, to: commit, looks });
  return ok({ is: 'published', commit, lane: { ...lane, base: commit }, left });
}

/** A checkout may be a few merges behind if a process died before its update. */
const maxMergesBehind = 5;

type Looks = Awaited<ReturnType<typeof lookAtCheckouts>>;

async function updateBaseCheckouts(
  repo: string,
  checkouts: readonly string[],
  {
    base,
    from,
    to,
    looks,
  }: { readonly base: string; readonly from: string; readonly to: string; readonly looks: Looks },
): Promise<string> {
  const tip = (await readRef(repo, branchRef(base))) ?? from;
  const first = await updateCheckouts(checkouts, from, tip, tip === to ? looks : []);
  if (first.is !== 'left') return '';
  const before = await gitOrThrow(repo, [
    'rev-list',
    '--first-parent',
    `--max-count=${maxMergesBehind}`,
    '--skip=1',
    tip,
  ]);
  for (const commit of before.split('\n').filter((line) => line !== '' && line !== from))
    if ((await updateCheckouts(checkouts, commit, tip)).is !== 'left') return '';
  return first.why;
}
