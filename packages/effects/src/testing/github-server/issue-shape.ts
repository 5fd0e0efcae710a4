/** Builds an issue in the shape of the real API. */
import type { HubState, IssueState } from './state.ts';

export const userShape = (login: string | null) =>
  login === null ? null : { login, id: login.length, type: 'User', site_admin: false };

export function issueDocument(state: HubState, issue: IssueState, url: string, repository = 'acme/app') {
  const { number, title, body, labels, comments, stateReason, createdAt, updatedAt, closedAt, blockedBy } = issue;
  const open = state.issues.filter((one) => one.place === 'here' && one.state === 'open');
  const summary = {
    blocked_by: open.filter((one) => blockedBy.includes(one.number)).length,
    total_blocked_by: blockedBy.length,
    blocking: 0,
    total_blocking: 0,
  };
  return {
    id: 5_000 + number,
    node_id: `I_${number}`,
    url: `${url}/repos/${repository}/issues/${number}`,
    repository_url: `${url}/repos/${repository}`,
    html_url: `https://github.com/${repository}/issues/${number}`,
    number,
    title,
    user: userShape('ada'),
    labels: [...labels].map((name, id) => ({ id, name, color: 'ededed', default: false, description: null })),
    state: issue.state,
    state_reason: stateReason,
    locked: issue.isLocked,
    assignees: [],
    milestone: null,
    comments: comments.length,
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closedAt,
    author_association: 'MEMBER',
    body,
    ...(state.hasDependencySummary ? { issue_dependencies_summary: summary } : {}),
    ...(issue.isPull ? { pull_request: { url: `${url}/repos/${repository}/pulls/${number}` } } : {}),
  };
}
