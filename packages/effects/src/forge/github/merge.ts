/**
 * Merges at GitHub, exactly the head that was judged.
 *
 *   M1. Looking comes first: what an earlier try or a person merged is merged.
 *   M2. The head goes along as a guard: GitHub itself refuses when somebody pushed in between.
 *   M3. A merge commit where the repository allows one, so that git can tell what is in the base; else what it allows.
 *       Commit and effect are tied by the trailer.
 */
import type { MergeAnswer } from '@harness/core/effects/forge';
import { effectName } from '../../git/refs/commit.ts';
import type { ForgeTask, MergeArgs, PullSnapshot } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { mergeAnswer, repoAnswer } from './answers.ts';
import { type GitHubRepo, readAnswer, toPullSnapshot } from './read-pull.ts';

type Method = 'merge' | 'squash' | 'rebase';

export const mergeGitHubPull = async (hub: GitHubRepo, args: MergeArgs, task: ForgeTask): Promise<MergeAnswer> =>
  (await settled(hub, args, task)).answer ?? (await tryMerge(hub, args, task, 'merge'));

/** What needs no asking: the answer, or that it is as we think. */
async function settled(hub: GitHubRepo, args: MergeArgs, { signal }: ForgeTask) {
  const found = await readAnswer(hub, args.pull, signal);
  const look = await toPullSnapshot(hub, found, signal);
  return { look, answer: answerOf(look, found.merged_at, args.head), isBehind: found.mergeable_state === 'behind' };
}

function answerOf(
  { state, head, isDraft }: PullSnapshot,
  mergedAt: string | null,
  expected: string,
): MergeAnswer | null {
  if (state.is === 'closed') return state;
  if (state.is === 'merged')
    return { ...state, atMs: Date.parse(mergedAt ?? '') || Date.now(), checkout: { is: 'none' } };
  if (head !== expected) return { is: 'changed', head };
  return isDraft ? { is: 'blocked', detail: 'it is a draft' } : null;
}

async function tryMerge(hub: GitHubRepo, args: MergeArgs, task: ForgeTask, method: Method): Promise<MergeAnswer> {
  const { client, owner, repo } = hub;
  const { pull, head: sha, title, message } = args;
  const trailer = `Harness-Run: ${task.run}\nHarness-Effect: ${effectName(task)}`;
  const commit = { commit_title: title, commit_message: `${message}\n\n${trailer}`.trim() };
  const route = 'PUT /repos/{owner}/{repo}/pulls/{pull}/merge';
  try {
    const done = await client.send(
      mergeAnswer,
      route,
      { owner, repo, pull, sha, merge_method: method, ...commit },
      task.signal,
    );
    return { is: 'merged', sha: done.sha, by: 'harness', atMs: Date.now(), checkout: { is: 'none' } };
  } catch (error) {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.refused') throw error;
    return refused(hub, args, task, method, error);
  }
}

async function refused(
  hub: GitHubRepo,
  args: MergeArgs,
  task: ForgeTask,
  method: Method,
  error: ForgeError,
): Promise<MergeAnswer> {
  const detail = String(error.failure.params['detail'] ?? '');
  const { status } = error.failure.params;
  if (status !== 405 && status !== 409) throw error;
  if (status === 405 && /not allowed on this repository/i.test(detail)) {
    const other = (await allowed(hub, task.signal)).find((one) => one !== 'merge');
    if (method === 'merge' && other !== undefined) return tryMerge(hub, args, task, other);
  }
  const { look, answer, isBehind } = await settled(hub, args, task);
  if (answer !== null) return answer;
  if (look.mergeable === 'conflict') return { is: 'conflict', files: [] };
  // Of a branch that must be up to date it says only that its checks are expected, however green they are.
  if (isBehind || /base branch was modified|out of date|not up.to.date|behind/i.test(detail)) return { is: 'behind' };
  return { is: 'blocked', detail };
}

async function allowed({ client, owner, repo }: GitHubRepo, signal: AbortSignal): Promise<readonly Method[]> {
  const is = await client.get(repoAnswer, 'GET /repos/{owner}/{repo}', { owner, repo }, signal);
  const methods: readonly (readonly [Method, boolean | undefined])[] = [
    ['merge', is.allow_merge_commit],
    ['squash', is.allow_squash_merge],
    ['rebase', is.allow_rebase_merge],
  ];
  return methods.flatMap(([method, isAllowed]) => (isAllowed ? [method] : []));
}
