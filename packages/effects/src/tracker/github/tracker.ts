/**
 * GitHub Issues as a tracker. In progress is a label, done is closed as completed, priorities are labels.
 *
 *   GT1. One issue costs at most eight requests besides further pages of the list: a list has the text of its issues, and
 *        its number of comments says whether they must be read.
 *   GT2. An unchanged list costs none of the rate limit.
 *   GT3. A pull request is no issue.
 */
import type { CommentedIssue } from '@harness/core/effects/tracker';
import type { IssueThread, ListedIssue, TrackerScope } from '@harness/core/tracker/issue';
import { isMarked, withMark } from '@harness/core/tracker/marks';
import { priorityOfLabels } from '@harness/core/tracker/priority';
import * as z from 'zod';
import { type Access, gitHubClient } from '../../github/client.ts';
import type { HasRunEnded, Tracker, TrackerTask } from '../tracker.ts';
import { TrackerError, trackerFailure } from '../tracker-error.ts';
import { type CommentAnswer, commentAnswer, type IssueRow, issueRow, labelNames, repositoryAnswer } from './answers.ts';
import { claimGitHubIssue, isInProgress, type KnownIssue } from './claim.ts';
import { finishGitHubIssue } from './finish.ts';
import {
  hasComment,
  type IssueRepository,
  listOpenIssues,
  orMissing,
  readBlockers,
  readComments,
  readIssue,
} from './issues.ts';

interface Settings extends Access {
  readonly hasRunEnded: HasRunEnded;
}

/** An issue that was read a moment ago: its claim need not read it again. */
interface LastRead extends KnownIssue {
  readonly id: string;
  readonly atMs: number;
}

const freshMs = 60_000;
/** GitHub's limit is 65,536 characters. */
const maxBody = 60_000;

export function gitHubTracker({ hasRunEnded, ...access }: Settings): Tracker {
  const client = gitHubClient(access, trackerFailure, { refusesRedirects: true });
  const following = gitHubClient(access, trackerFailure);
  const hubOf = (scope: TrackerScope): IssueRepository => ({ client, ...splitProject(scope) });
  let listed: ReadonlyMap<string, IssueRow> = new Map();
  let lastRead: LastRead | undefined;
  return {
    open: (scope, { signal }) => openRepository({ ...hubOf(scope), client: following }, signal),
    async list(scope, { signal }) {
      const rows = await listOpenIssues(hubOf(scope), scope.label, signal);
      listed = new Map(rows.map((row) => [String(row.number), row]));
      return rows.map((row) => toListed(row, scope));
    },
    blockersOf: (scope, id, { signal }) => readBlockers(hubOf(scope), id, signal),
    async read(scope, id, { signal }) {
      const row = listed.get(id) ?? (await readIssue(hubOf(scope), id, signal));
      if (typeof row === 'string') return null;
      const comments = row.comments === 0 ? [] : await readComments(hubOf(scope), id, signal);
      if (typeof comments === 'string') return null;
      lastRead = { id, atMs: performance.now(), isInProgress: isInProgress(row, scope), comments };
      return toText(row, comments);
    },
    claim(scope, issue, comment, task) {
      const isFresh = lastRead?.id === issue && performance.now() - lastRead.atMs < freshMs && !task.isRetry;
      const known = isFresh && lastRead ? lastRead : null;
      lastRead = undefined;
      return claimGitHubIssue({ hub: hubOf(scope), scope, issue, task, hasRunEnded }, comment, known);
    },
    comment: (scope, issue, body, task) => writeComment(hubOf(scope), issue, body, task),
    finish: (scope, issue, task) => finishGitHubIssue(hubOf(scope), scope, issue, task),
    create: (scope, issue, task) => createIssue(hubOf(scope), scope, issue, task),
  };
}

function splitProject({ project }: TrackerScope): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = '', ...more] = project.split('/');
  if (owner !== '' && repo !== '' && more.length === 0) return { owner, repo };
  throw new TrackerError('tracker.not-found', { detail: `the project ${project} is not owner/repo` });
}

async function openRepository({ client, owner, repo }: IssueRepository, signal: AbortSignal): Promise<string> {
  const found = await orMissing(client.get(repositoryAnswer, 'GET /repos/{owner}/{repo}', { owner, repo }, signal));
  if (typeof found === 'string') {
    const others = await namesOfRepositories(client, owner, signal);
    const detail = `the repository ${owner}/${repo}${others === '' ? '' : `; ${owner} has: ${others}`}`;
    throw new TrackerError('tracker.not-found', { detail });
  }
  if (found.has_issues === false || found.archived === true)
    throw new TrackerError('tracker.refused', {
      detail: `${found.full_name} ${found.archived === true ? 'is archived' : 'has no issues: they are switched off'}`,
    });
  return found.full_name;
}

/** Up to 20 names; empty if the key may not list them. */
async function namesOfRepositories(
  client: IssueRepository['client'],
  owner: string,
  signal: AbortSignal,
): Promise<string> {
  const route = 'GET /users/{owner}/repos';
  const params = { owner, per_page: 20, sort: 'pushed' };
  try {
    const found = await client.get(z.array(z.object({ name: z.string() })), route, params, signal);
    return found.map(({ name }) => name).join(', ');
  } catch (error) {
    if (error instanceof TrackerError) return ''; // the missing repository is the failure
    throw error;
  }
}

function toListed(row: IssueRow, scope: TrackerScope): ListedIssue {
  const labels = labelNames(row.labels);
  const blockers = row.issue_dependencies_summary?.blocked_by;
  return {
    id: String(row.number),
    title: row.title,
    status: isInProgress(row, scope) ? scope.inProgressStatus : 'Todo',
    priority: priorityOfLabels(labels),
    labels,
    blockedBy: blockers === undefined ? null : blockers === 0 ? [] : 'others',
    url: row.html_url,
    createdAt: row.created_at,
  };
}

const toText = ({ title, body }: IssueRow, comments: readonly CommentAnswer[]): IssueThread => ({
  title,
  body: body ?? '',
  comments: comments.map((one) => ({ by: one.user?.login ?? 'ghost', at: one.created_at, text: one.body ?? '' })),
});

async function writeComment(
  hub: IssueRepository,
  issue: string,
  text: string,
  { effect, isRetry, signal }: TrackerTask,
): Promise<CommentedIssue> {
  const { client, owner, repo } = hub;
  if (isRetry) {
    const comments = await readComments(hub, issue, signal);
    if (typeof comments === 'string') return { is: 'changed', how: 'gone' };
    if (hasComment(comments, effect)) return { is: 'written' };
  }
  const body = withMark(text.slice(0, maxBody), { kind: 'comment', effect, over: null });
  const route = 'POST /repos/{owner}/{repo}/issues/{issue}/comments';
  const written = await orMissing(client.send(commentAnswer, route, { owner, repo, issue, body }, signal));
  return typeof written === 'string' ? { is: 'changed', how: 'gone' } : { is: 'written' };
}

async function createIssue(
  hub: IssueRepository,
  { label }: TrackerScope,
  { title, body }: { readonly title: string; readonly body: string },
  { effect, isRetry, signal }: TrackerTask,
): Promise<{ readonly issue: string; readonly isNew: boolean }> {
  const { client, owner, repo } = hub;
  const same = (await listOpenIssues(hub, label, signal)).find((row) => row.title === title);
  if (same) return { issue: String(same.number), isNew: isRetry && isMarked(same.body ?? '', 'issue', effect) };
  const marked = withMark(body.slice(0, maxBody), { kind: 'issue', effect, over: null });
  const params = { owner, repo, title, body: marked, labels: [label] };
  const made = await client.send(issueRow, 'POST /repos/{owner}/{repo}/issues', params, signal);
  return { issue: String(made.number), isNew: true };
}
