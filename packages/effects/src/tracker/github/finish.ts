/**
 * Closes an issue at GitHub as completed, if no person was faster.
 *
 *   GF1. The first request removes the label for in progress: without it a person has taken the issue back.
 *   GF2. GitHub ignores a second close and keeps its reason, so the answer shows who was first.
 */
import type { FinishedIssue } from '@harness/core/effects/tracker';
import type { TrackerScope } from '@harness/core/tracker/issue';
import type { TrackerTask } from '../tracker.ts';
import { type IssueRow, issueRow, labelsAnswer } from './answers.ts';
import { type IssueRepository, orMissing, readIssue } from './issues.ts';

export async function finishGitHubIssue(
  hub: IssueRepository,
  scope: TrackerScope,
  issue: string,
  task: TrackerTask,
): Promise<FinishedIssue> {
  const { client, owner, repo } = hub;
  const route = 'DELETE /repos/{owner}/{repo}/issues/{issue}/labels/{name}';
  const params = { owner, repo, issue, name: scope.inProgressStatus };
  const labels = await orMissing(client.send(labelsAnswer, route, params, task.signal));
  if (typeof labels !== 'string') return closeIssue(hub, issue, task);
  const found = await readIssue(hub, issue, task.signal); // the issue is missing, or only its label
  if (typeof found === 'string') return { is: 'changed', how: found };
  if (found.state === 'closed')
    return task.isRetry && isCompleted(found) ? { is: 'done' } : { is: 'changed', how: 'closed' };
  return task.isRetry ? closeIssue(hub, issue, task) : { is: 'changed', how: 'moved' };
}

async function closeIssue(
  { client, owner, repo }: IssueRepository,
  issue: string,
  { signal, isRetry }: TrackerTask,
): Promise<FinishedIssue> {
  const params = { owner, repo, issue, state: 'closed', state_reason: 'completed' };
  const route = 'PATCH /repos/{owner}/{repo}/issues/{issue}';
  const closed = await orMissing(client.send(issueRow, route, params, signal));
  if (typeof closed === 'string') return { is: 'changed', how: closed };
  const isOurs = isCompleted(closed) && (isRetry || !wasClosedBefore(closed));
  return isOurs ? { is: 'done' } : { is: 'changed', how: 'closed' };
}

/** A server without reasons closes as completed. */
const isCompleted = ({ state_reason: reason }: IssueRow) => reason == null || reason === 'completed';

/** Taking the label away changed the issue, so an earlier close is older than its last change. */
const wasClosedBefore = ({ closed_at: closedAt, updated_at: updatedAt }: IssueRow): boolean =>
  Date.parse(updatedAt ?? '') - Date.parse(closedAt ?? '') > 5_000;
