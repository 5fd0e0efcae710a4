/** Implements the routes of the GitHub stand-in for issues, with their errors. A route without its issue answers `null`. */
import { issueDocument, userShape } from './issue-shape.ts';
import { errorReply, type GitHubRequest, invalid, pages, type Reply, replyWith } from './reply.ts';
import { type HubState, type IssueState, newIssueState, now } from './state.ts';

type Route = (asked: GitHubRequest) => Reply | null;

const withIssue =
  (act: (issue: IssueState, asked: GitHubRequest) => Reply): Route =>
  (asked) => {
    const issue = asked.state.issues.find(({ number }) => number === Number(asked.params[0]));
    if (issue === undefined) return null;
    if (issue.place === 'deleted') return errorReply(410, 'This issue was deleted');
    return issue.place === 'moved' ? movedReply(issue, asked) : act(issue, asked);
  };

const issuePath = '\\/repos\\/acme\\/app\\/issues\\/(\\d+)';
const routeOf = (method: string, rest: string) => new RegExp(`^${method} ${issuePath}${rest}$`);

export const issueRoutes: readonly (readonly [RegExp, Route])[] = [
  [/^GET \/repos\/acme\/app\/issues$/, listIssues],
  [/^POST \/repos\/acme\/app\/issues$/, createIssue],
  [/^GET \/users\/acme\/repos$/, () => replyWith([{ name: 'app' }, { name: 'web' }])],
  [
    /^GET \/repositories\/99\/issues\/(\d+)$/,
    ({ state, params, url }) => {
      const issue = state.issues.find(({ number }) => number === Number(params[0]));
      return issue ? replyWith(issueDocument(state, issue, url, 'acme/other')) : null;
    },
  ],
  [routeOf('GET', ''), withIssue((issue, { state, url }) => replyWith(issueDocument(state, issue, url)))],
  [routeOf('PATCH', ''), withIssue(changeIssue)],
  [
    routeOf('GET', '\\/comments'),
    withIssue((issue, { url }) => pages(issue.comments.map((one) => commentShape(one, url)))),
  ],
  [routeOf('POST', '\\/comments'), withIssue(addComment)],
  [/^DELETE \/repos\/acme\/app\/issues\/comments\/(\d+)$/, deleteComment],
  [routeOf('POST', '\\/labels'), withIssue(addLabels)],
  [routeOf('DELETE', '\\/labels\\/(.+)'), withIssue(removeLabel)],
  [
    routeOf('GET', '\\/dependencies\\/blocked_by'),
    withIssue((issue, { state, url }) => pages(blockersIn(state, issue).map((one) => issueDocument(state, one, url)))),
  ],
];

const blockersIn = ({ issues }: HubState, { blockedBy }: IssueState) =>
  issues.filter(({ number, place }) => blockedBy.includes(number) && place === 'here');

function movedReply({ number }: IssueState, { url }: GitHubRequest): Reply {
  const location = `${url}/repositories/99/issues/${number}`;
  return { ...errorReply(301, 'Moved Permanently'), headers: { location } };
}

/** Pull requests are in the list too. */
function listIssues({ state, url, query }: GitHubRequest): Reply {
  const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
  const [wanted, since] = [query.get('state') ?? 'open', query.get('since') ?? ''];
  const found = state.issues.filter(
    (issue) =>
      issue.place === 'here' &&
      (wanted === 'all' || issue.state === wanted) &&
      labels.every((label) => [...issue.labels].some((one) => one.toLowerCase() === label.toLowerCase())) &&
      issue.updatedAt >= since,
  );
  const sorted = found.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  return pages(query.get('direction') === 'asc' ? sorted : sorted.reverse(), (rows) =>
    rows.map((issue) => issueDocument(state, issue as IssueState, url)),
  );
}

function createIssue({ state, url, body }: GitHubRequest): Reply {
  if (String(body['title'] ?? '') === '') return invalid({ resource: 'Issue', field: 'title', code: 'missing_field' });
  const issue = newIssueState(state, {
    title: String(body['title']),
    body: body['body'] == null ? null : String(body['body']),
    labels: new Set(body['labels'] as readonly string[] | undefined),
  });
  state.issues.push(issue);
  return replyWith(issueDocument(state, issue, url), 201);
}

/** GitHub ignores the reason unless the state changes. */
function changeIssue(issue: IssueState, { state, url, body }: GitHubRequest): Reply {
  const wanted = body['state'] as IssueState['state'] | undefined;
  if (wanted !== undefined && wanted !== issue.state) {
    const isClosed = wanted === 'closed';
    issue.state = wanted;
    issue.stateReason = isClosed ? String(body['state_reason'] ?? 'completed') : 'reopened';
    issue.closedAt = isClosed ? now() : null;
    issue.updatedAt = now();
  }
  return replyWith(issueDocument(state, issue, url));
}

function addComment(issue: IssueState, { state, url, body }: GitHubRequest): Reply {
  if (issue.isLocked) return errorReply(403, 'Unable to create comment because issue is locked.');
  const text = String(body['body'] ?? '');
  if (text === '' || text.length > 65_536) return invalid({ resource: 'IssueComment', field: 'data', code: 'invalid' });
  const comment = { id: ++state.lastComment, body: text, by: 'harness-bot', association: 'COLLABORATOR', at: now() };
  issue.comments.push(comment);
  issue.updatedAt = now();
  return replyWith(commentShape(comment, url), 201);
}

function deleteComment({ state, params }: GitHubRequest): Reply {
  for (const { comments } of state.issues) {
    const at = comments.findIndex(({ id }) => id === Number(params[0]));
    if (at === -1) continue;
    comments.splice(at, 1);
    return { status: 204, data: null };
  }
  return errorReply(404, 'Not Found');
}

function addLabels(issue: IssueState, { body }: GitHubRequest): Reply {
  for (const label of body['labels'] as readonly string[]) issue.labels.add(label);
  issue.updatedAt = now();
  return labelsReply(issue);
}

function removeLabel(issue: IssueState, { params }: GitHubRequest): Reply {
  if (!issue.labels.delete(params[1] ?? '')) return errorReply(404, 'Label does not exist');
  issue.updatedAt = now();
  return labelsReply(issue);
}

const labelsReply = ({ labels }: IssueState) =>
  replyWith([...labels].map((name, id) => ({ id, name, color: 'ededed' })));

const commentShape = ({ id, body, by, association, at }: IssueState['comments'][number], url: string) => ({
  id,
  url: `${url}/repos/acme/app/issues/comments/${id}`,
  body,
  user: userShape(by),
  author_association: association,
  created_at: at,
  updated_at: at,
});
