/**
 * Merges a pull request at GitHub, exactly the validated head.
 *
 *   M1. The state is read first: an earlier try or a person may have merged it.
 *   M2. The request contains the head, so GitHub rejects it if another commit was pushed.
 *   M3. Uses a merge commit if the repository allows one, else another allowed method. A trailer names the effect.
 */
import type { MergeAnswer } from '@harness/core/effects/forge';
import { effectName } from '../../git/refs/commit.ts';
import type { ForgeTask, MergeArgs, PullSnapshot } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { mergeAnswer, repoAnswer } from './answers.ts';
import { type GitHubRepo, readAnswer, toPullSnapshot } from './read-pull.ts';

type Method = 'merge' | 'squash' | 'rebase';

export const mergeGitHubPull = async (hub: GitHubRepo, args: MergeArgs, task: ForgeTask): Promise<MergeAnswer> =>
  (await readState(hub, args, task)).answer ?? (await tryMerge(hub, args, task, 'merge'));

/** Reads the pull request, and the answer if no merge is needed or possible. */
async function readState(hub: GitHubRepo, args: MergeArgs, { signal }: ForgeTask) {
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
    return answerRefusal(hub, args, task, method, error);
  }
}

async function answerRefusal(
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
    const other = (await allowedMethods(hub, task.signal)).find((one) => one !== 'merge');
    if (method === 'merge' && other !== undefined) return tryMerge(hub, args, task, other);
  }
  const { look, answer, isBehind } = await readState(hub, args, task);
  if (answer !== null) return answer;
  if (look.mergeable === 'conflict') return { is: 'conflict', files: [] };
  // For a branch that must be up to date, GitHub only reports expected checks, even if they are green.
  if (isBehind || /base branch was modified|out of date|not up.to.date|behind/i.test(detail)) return { is: 'behind' };
  return { is: 'blocked', detail };
}

async function allowedMethods({ client, owner, repo }: GitHubRepo, signal: AbortSignal): Promise<readonly Method[]> {
  const found = await client.get(repoAnswer, 'GET /repos/{owner}/{repo}', { owner, repo }, signal);
  const methods: readonly (readonly [Method, boolean | undefined])[] = [
    ['merge', found.allow_merge_commit],
    ['squash', found.allow_squash_merge],
    ['rebase', found.allow_rebase_merge],
  ];
  return methods.flatMap(([method, isAllowed]) => (isAllowed ? [method] : []));
}
