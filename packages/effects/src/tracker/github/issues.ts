/** Reads issues and comments of one repository at GitHub. */
import { type IssueClaim, isMarked, markOf } from '@harness/core/tracker/marks';
import type { Client } from '../../github/client.ts';
import { isRedirect } from '../../github/response-error.ts';
import { TrackerError } from '../tracker-error.ts';
import { blockersAnswer, type CommentAnswer, commentsAnswer, type IssueRow, issueRow, issueRows } from './answers.ts';

export interface IssueRepository {
  readonly client: Client;
  readonly owner: string;
  readonly repo: string;
}

/** An issue that cannot be reached under its number any more. */
export type Missing = 'gone' | 'moved';

export const listOpenIssues = async (
  { client, owner, repo }: IssueRepository,
  labels: string,
  signal: AbortSignal,
): Promise<readonly IssueRow[]> => {
  const query = { owner, repo, labels, state: 'open', sort: 'created', direction: 'asc' };
  const rows = await client.list(issueRows, (page) => page, 'GET /repos/{owner}/{repo}/issues', query, signal);
  return rows.filter(({ pull_request }) => pull_request == null);
};

export async function readIssue(
  { client, owner, repo }: IssueRepository,
  issue: string,
  signal: AbortSignal,
): Promise<IssueRow | Missing> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue}';
  const found = await orMissing(client.get(issueRow, route, { owner, repo, issue }, signal));
  if (typeof found === 'string') return found;
  const { pathname } = new URL(found.repository_url ?? `https://x/repos/${owner}/${repo}`);
  return pathname.toLowerCase().endsWith(`/repos/${owner}/${repo}`.toLowerCase()) ? found : 'moved';
}

/** Oldest first. */
export const readComments = (
  { client, owner, repo }: IssueRepository,
  issue: string,
  signal: AbortSignal,
): Promise<readonly CommentAnswer[] | Missing> => {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue}/comments';
  return orMissing(client.list(commentsAnswer, (page) => page, route, { owner, repo, issue }, signal));
};

/** Open issues that block this one. A server without dependencies has none. */
export async function readBlockers(
  { client, owner, repo }: IssueRepository,
  issue: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue}/dependencies/blocked_by';
  const found = await orMissing(client.list(blockersAnswer, (page) => page, route, { owner, repo, issue }, signal));
  if (typeof found === 'string') return [];
  return found.filter(({ state }) => state === 'open').map(({ number }) => String(number));
}

/** The code of a response that says where an issue is, as an answer. */
export async function orMissing<Value>(asked: Promise<Value>): Promise<Value | Missing> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof TrackerError) || error.failure.code !== 'tracker.not-found') throw error;
    return isRedirect(Number(error.failure.params['status'])) ? 'moved' : 'gone';
  }
}

/** Anyone may comment on a public issue, so only marks of people who may write and of programs count. */
const trusted = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);
const isTrusted = ({ author_association: association, user }: CommentAnswer) =>
  association == null || trusted.has(association) || user?.type === 'Bot';

export const trustedClaims = (comments: readonly CommentAnswer[]): readonly IssueClaim[] =>
  comments.filter(isTrusted).flatMap(({ body, created_at }) => {
    const mark = markOf(body ?? '');
    return mark?.kind === 'claim' ? [{ effect: mark.effect, over: mark.over, at: created_at }] : [];
  });

export const hasComment = (comments: readonly CommentAnswer[], effect: string): boolean =>
  comments.filter(isTrusted).some(({ body }) => isMarked(body ?? '', 'comment', effect));
