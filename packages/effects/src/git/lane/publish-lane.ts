/**
 * Moves the base branch to what a lane proved: exactly that tree, as a merge commit, by compare-and-swap.
 *
 *   B1. Exactly once: the merge carries the key of its effect, and a second try finds it by that.
 *   B2. A base that is not where the lane begins from is not moved: what would be merged was never proved.
 *   B3. A clean checkout of the base is moved along; one with changes of the user is left as it is, and that is said.
 *   B4. A change that brings a secret of ours along is not merged, and its files are named, never its value.
 *   B5. What somebody committed on the lane's branch stays reachable when the branch is moved to the merge.
 */
import type { Lane } from '@harness/core/effects/git';
import type { PublishResult } from '@harness/core/effects/publish-lane';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { updateCheckouts } from '../../forge/local/follow-checkouts.ts';
import { ownRedactor } from '../../secret/redactor.ts';
import { GitError, type GitResult, git, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { effectName, messageOf } from '../refs/commit.ts';
import { keepCommits } from '../refs/kept-refs.ts';
import { readRef, treesOf, writeCommit } from '../refs/ref.ts';
import { branchRef } from './branch-ownership.ts';
import { findFilesWithSecrets } from './find-secrets.ts';
import { laneFolder } from './lane.ts';
import { withLaneLock } from './lane-lock.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly base: string;
  readonly message: string;
}

/** One at a time: two lanes that land together would move one checkout. */
export async function publishLane(work: GitContext, args: Args): Promise<Outcome<PublishResult>> {
  laneFolder(work.repo, args.lane.path); // only a lane is published
  return withLaneLock(branchRef(args.base), () => publish(work, args));
}

async function publish(work: GitContext, args: Args): Promise<Outcome<PublishResult>> {
  const { repo } = work;
  const { lane, checkpoint, base } = args;
  const isWhereItBegan = (await readRef(repo, branchRef(base))) === lane.base; // then nothing was merged, by us either
  const earlier = isWhereItBegan ? null : await mergedBy(work, lane.base, base);
  if (earlier !== null) return finished(work, args, earlier);
  if (!isWhereItBegan) return ok({ is: 'base-moved' });
  const [tree = '', baseTree] = await treesOf(repo, checkpoint, lane.base);
  if (tree === baseTree) return ok({ is: 'nothing', lane });
  const leaks = await findFilesWithSecrets(repo, lane.base, checkpoint);
  if (leaks.length > 0) return fail('secret.in-change', { files: leaks.join(', ') });
  const commit = await mergeCommit(work, args, tree);
  const moved = await moveTo(work, args, commit);
  if (moved.exitCode === 0) return finished(work, args, commit);
  if ((await readRef(repo, branchRef(base))) === lane.base) throw gitErrorFrom(moved);
  return ok({ is: 'base-moved' });
}

/** The base by compare-and-swap, and with it the lane's own branch where there is one: both, or neither. */
async function moveTo(work: GitContext, args: Args, commit: string): Promise<GitResult> {
  const { repo } = work;
  const { lane, base, message } = args;
  const at = await ownTip(work, args, commit);
  const along = at === null ? '' : `update ${branchRef(lane.branch)} ${commit} ${at}\n`;
  const input = `update ${branchRef(base)} ${commit} ${lane.base}\n${along}`;
  return git(repo, ['update-ref', '-m', `merge: ${message}`, '--stdin'], { input });
}

/** Where the lane's own branch stands, with what only it holds kept. */
async function ownTip(work: GitContext, { lane, checkpoint }: Args, commit: string): Promise<string | null> {
  const at = await readRef(work.repo, branchRef(lane.branch));
  if (at !== null) await keepCommits(work, [at], [lane.base, checkpoint, commit]);
  return at;
}

/** The change as a commit of its own, and the merge that brings it in: as `merge --no-ff` would have made them. */
async function mergeCommit(work: GitContext, { lane, message }: Args, tree: string): Promise<string> {
  const { repo, run } = work;
  const change = await writeCommit(repo, tree, lane.base, `${ownRedactor().text(message)}\n\nHarness-Run: ${run}\n`);
  return writeCommit(repo, tree, [lane.base, change], messageOf(work, `Merge ${message}`));
}

/** The merge that an earlier try of this effect made, however far the base went on since. */
async function mergedBy(work: GitContext, from: string, base: string): Promise<string | null> {
  const format = '--format=%H%x00%(trailers:key=Harness-Effect,valueonly)%x00';
  const listed = await git(work.repo, ['log', '--first-parent', format, `${from}..${branchRef(base)}`]);
  if (listed.exitCode !== 0) throw new GitError(`there is no branch ${base}`);
  const fields = listed.stdout.split('\0').map((field) => field.trim());
  const at = fields.findIndex((field, n) => n % 2 === 1 && field === effectName(work));
  return at < 0 ? null : (fields[at - 1] ?? null);
}

/** What follows a merge; after a crash it follows the next time. The lane's branch is at the merge: nothing of it is left over. */
async function finished(work: GitContext, args: Args, commit: string): Promise<Outcome<PublishResult>> {
  const { repo } = work;
  const { lane, base } = args;
  const at = await ownTip(work, args, commit);
  if (at !== null && at !== commit) await gitOrThrow(repo, ['update-ref', branchRef(lane.branch), commit, at]);
  const left = await bringAlong(repo, base, lane.base);
  return ok({ is: 'published', commit, lane: { ...lane, base: commit }, left });
}

/** A checkout may stand a few merges behind, where the process died before it was moved. */
const merges = 5;

async function bringAlong(repo: string, base: string, from: string): Promise<string> {
  const tip = (await readRef(repo, branchRef(base))) ?? from;
  const first = await updateCheckouts(repo, base, from, tip);
  if (first.is !== 'left') return '';
  const before = await gitOrThrow(repo, ['rev-list', '--first-parent', `--max-count=${merges}`, '--skip=1', tip]);
  for (const commit of before.split('\n').filter((line) => line !== '' && line !== from))
    if ((await updateCheckouts(repo, base, commit, tip)).is !== 'left') return '';
  return first.why;
}
