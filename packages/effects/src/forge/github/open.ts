/**
 * Opens a pull request at GitHub, one per branch and base, by the rules of `core/forge/opening`.
 *
 * Every try reads first: an earlier one may have opened it and lost the response.
 */
import type { OpenResult } from '@harness/core/effects/forge';
import { hasEffectMark, newBody, updateBody } from '@harness/core/forge/body';
import { decideOpening } from '@harness/core/forge/open-pull';
import * as z from 'zod';
import type { ForgeTask, OpenArgs } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { loginOf, type PullAnswer, pullAnswer } from './answers.ts';
import { type GitHubRepo, readAnswer } from './read-pull.ts';

export async function openGitHubPull(hub: GitHubRepo, args: OpenArgs, task: ForgeTask): Promise<OpenResult> {
  const rows = await listByBranch(hub, args, task);
  const earlier = rows.map(({ number, state, merged_at, head, body }) => ({
    pull: number,
    state: merged_at === null ? state : ('merged' as const),
    head: head.sha,
    isOurs: hasEffectMark(body, task.effect),
  }));
  const opening = decideOpening(earlier, args.head);
  const found = rows.find(({ number }) => number === opening.pull);
  if (found === undefined) return openNew(hub, args, task);
  if (found.merged_at !== null) return readMerged(hub, found.number, task);
  return updateExisting(hub, found, opening.do === 'reopen', args, task);
}

export async function findGitHubPull(hub: GitHubRepo, query: BranchQuery, task: ForgeTask): Promise<number | null> {
  return (await listByBranch(hub, query, task)).find(({ state }) => state === 'open')?.number ?? null;
}

type BranchQuery = Pick<OpenArgs, 'branch' | 'base'>;

/** Newest first, as GitHub lists them. */
function listByBranch(
  hub: GitHubRepo,
  { branch, base }: BranchQuery,
  { signal }: ForgeTask,
): Promise<readonly PullAnswer[]> {
  const { client, owner, repo } = hub;
  const query = { owner, repo, base, head: `${owner}:${branch}`, state: 'all' };
  return client.list(z.array(pullAnswer), (page) => page, 'GET /repos/{owner}/{repo}/pulls', query, signal);
}

async function readMerged(hub: GitHubRepo, pull: number, { signal }: ForgeTask): Promise<OpenResult> {
  const { merge_commit_sha, merged_by } = await readAnswer(hub, pull, signal); // a list does not contain it
  return { is: 'merged', pull, sha: merge_commit_sha ?? '', by: loginOf(merged_by) };
}

async function openNew(hub: GitHubRepo, args: OpenArgs, { effect, signal }: ForgeTask): Promise<OpenResult> {
  const { client, owner, repo } = hub;
  const { branch: head, base, title } = args;
  const body = newBody(args.body, effect);
  const created = await client
    .send(
      pullAnswer,
      'POST /repos/{owner}/{repo}/pulls',
      { owner, repo, head, base, title, body, draft: false },
      signal,
    )
    .catch(retryIfTooEarly);
  return { is: 'open', pull: created.number, url: created.html_url, how: 'opened', body: 'written' };
}

/** Just after a push GitHub may not know the branch, or another process may open the same pull request. */
function retryIfTooEarly(error: unknown): never {
  const detail = error instanceof ForgeError ? String(error.failure.params['detail']) : '';
  if (/"field":"head","code":"invalid"|pull request already exists/.test(detail))
    throw new ForgeError('forge.unavailable', { detail });
  throw error;
}

async function updateExisting(
  hub: GitHubRepo,
  found: PullAnswer,
  again: boolean,
  args: OpenArgs,
  task: ForgeTask,
): Promise<OpenResult> {
  const { number: pull, html_url: url } = found;
  const body = updateBody(found.body, args.body, task.effect);
  if (again) {
    const isOpen = await change(hub, pull, { state: 'open' }, task).then(() => true, falseIfRefused);
    if (!isOpen) return openNew(hub, args, task);
  }
  if (body !== null && body !== found.body) await change(hub, pull, { body }, task);
  return { is: 'open', pull, url, how: again ? 'reopened' : 'found', body: body === null ? 'kept' : 'written' };
}

/** GitHub does not reopen a pull request whose branch was recreated: then a new one is opened. */
function falseIfRefused(error: unknown): false {
  if (error instanceof ForgeError && error.failure.code === 'forge.refused') return false;
  throw error;
}

async function change(hub: GitHubRepo, pull: number, what: object, { signal }: ForgeTask): Promise<void> {
  const { client, owner, repo } = hub;
  const route = 'PATCH /repos/{owner}/{repo}/pulls/{pull}';
  await client.send(pullAnswer, route, { owner, repo, pull, ...what }, signal);
}
