/** Reads a pull request at GitHub with its reviews and checks. */
import type { ForgeCheck } from '@harness/core/forge/checks';
import { colourOfRun, colourOfStatus } from '@harness/core/forge/checks';
import type { Review } from '@harness/core/forge/reviews';
import * as z from 'zod';
import { excerpt } from '../../excerpt.ts';
import type { Client } from '../../github/client.ts';
import type { PullSnapshot } from '../forge.ts';
import {
  checkRuns,
  combinedStatus,
  issueAnswer,
  loginOf,
  type PullAnswer,
  pullAnswer,
  reviewAnswer,
} from './answers.ts';

export interface GitHubRepo {
  readonly client: Client;
  readonly owner: string;
  readonly repo: string;
}

const repositoryOf = ({ owner, repo }: GitHubRepo) => ({ owner, repo });

export const readAnswer = (hub: GitHubRepo, pull: number, signal: AbortSignal): Promise<PullAnswer> =>
  hub.client.get(pullAnswer, 'GET /repos/{owner}/{repo}/pulls/{pull}', { ...repositoryOf(hub), pull }, signal);

export const readGitHubPull = async (hub: GitHubRepo, pull: number, signal: AbortSignal): Promise<PullSnapshot> =>
  toPullSnapshot(hub, await readAnswer(hub, pull, signal), signal);

export async function toPullSnapshot(hub: GitHubRepo, answer: PullAnswer, signal: AbortSignal): Promise<PullSnapshot> {
  return {
    pull: answer.number,
    url: answer.html_url,
    state: await readState(hub, answer, signal),
    isDraft: answer.draft ?? false,
    branch: answer.head.ref,
    base: answer.base.ref,
    head: answer.head.sha,
    title: answer.title,
    body: answer.body ?? '',
    labels: answer.labels.map(({ name }) => name),
    mergeable: mergeableOf(answer),
  };
}

/** The issue of a pull request contains the user who closed it. */
async function readState(hub: GitHubRepo, answer: PullAnswer, signal: AbortSignal): Promise<PullSnapshot['state']> {
  const { state, merged_at, merge_commit_sha, merged_by, number } = answer;
  if (merged_at !== null) return { is: 'merged', sha: merge_commit_sha ?? '', by: loginOf(merged_by) };
  if (state === 'open') return { is: 'open' };
  const route = 'GET /repos/{owner}/{repo}/issues/{number}';
  const issue = await hub.client.get(issueAnswer, route, { ...repositoryOf(hub), number }, signal);
  return { is: 'closed', by: loginOf(issue.closed_by) };
}

/** GitHub computes this later; until then it is unknown. */
const mergeableOf = ({ mergeable, mergeable_state }: PullAnswer): PullSnapshot['mergeable'] =>
  mergeable === true ? 'yes' : mergeable === false || mergeable_state === 'dirty' ? 'conflict' : 'unknown';

const verdicts: Readonly<Record<string, Review['verdict']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes-requested',
  DISMISSED: 'dismissed',
};

export async function readReviews(hub: GitHubRepo, pull: number, signal: AbortSignal): Promise<readonly Review[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull}/reviews';
  const rows = await hub.client.list(
    z.array(reviewAnswer),
    (page) => page,
    route,
    { ...repositoryOf(hub), pull },
    signal,
  );
  return rows.map(({ user, state }) => ({ by: loginOf(user), verdict: verdicts[state] ?? 'commented' }));
}

const maxDetailChars = 2_000;

/** Includes runs of apps such as Actions, and statuses of older services. */
export async function readChecks(hub: GitHubRepo, ref: string, signal: AbortSignal): Promise<readonly ForgeCheck[]> {
  const at = { ...repositoryOf(hub), ref };
  const runsRoute = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
  const runs = await hub.client.list(
    checkRuns,
    (page) => page.check_runs,
    runsRoute,
    { ...at, filter: 'latest' },
    signal,
  );
  const statusRoute = 'GET /repos/{owner}/{repo}/commits/{ref}/status';
  const statuses = await hub.client.list(combinedStatus, (page) => page.statuses, statusRoute, at, signal);
  return [
    ...runs.map(({ name, status, conclusion, html_url, output }): ForgeCheck => {
      const text = [[conclusion, output?.title].filter(Boolean).join(': '), output?.summary].filter(Boolean).join('\n');
      return {
        name,
        colour: colourOfRun(status, conclusion),
        url: html_url ?? '',
        detail: excerpt(text, maxDetailChars),
      };
    }),
    ...statuses.map(
      ({ context, state, target_url, description }): ForgeCheck => ({
        name: context,
        colour: colourOfStatus(state),
        url: target_url ?? '',
        detail: description ?? '',
      }),
    ),
  ];
}
