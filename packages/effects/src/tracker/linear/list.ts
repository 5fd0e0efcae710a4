/** Lists and reads issues of Linear. */
import type { IssuePriority, IssueThread, ListedIssue, TrackerScope } from '@harness/core/tracker/issue';
import type { TrackerTask } from '../tracker.ts';
import { followPages, ifFound, type LinearParts, type SeenIssue, toSeen } from './api.ts';
import { listQuery, readQuery, relationsQuery } from './operations.ts';
import type { CommentRow, ListedRow, RelationRow } from './rows.ts';
import { isClosed, openIssues } from './scope.ts';

/** One request per page of 50; more only for an issue with more than ten relations. */
export async function listLinearIssues(
  { api }: LinearParts,
  scope: TrackerScope,
  { signal }: TrackerTask,
): Promise<readonly ListedIssue[]> {
  const filter = { ...openIssues(scope), labels: { some: { name: { eqIgnoreCase: scope.label } } } };
  const read = async (after: string | null) => (await api.ask(listQuery, { filter, after }, signal)).data.issues;
  const rows = await followPages(await read(null), read);
  const issues: ListedIssue[] = [];
  for (const row of rows) issues.push(toListed(row, await relationsOf(api, row, signal)));
  return issues;
}

async function relationsOf(
  api: LinearParts['api'],
  { identifier: id, inverseRelations }: ListedRow,
  signal: AbortSignal,
): Promise<readonly RelationRow[]> {
  const next = async (after: string) =>
    (await api.ask(relationsQuery, { id, after }, signal)).data.issue.inverseRelations;
  return (await ifFound(followPages(inverseRelations, next))) ?? []; // a person may delete it between two pages
}

const toListed = (row: ListedRow, relations: readonly RelationRow[]): ListedIssue => ({
  id: row.identifier,
  title: row.title,
  status: row.state.name,
  priority: isPriority(row.priority) ? row.priority : 0,
  labels: row.labels.nodes.map(({ name }) => name),
  blockedBy: [...new Set(relations.filter(isBlocking).map(({ issue }) => issue.identifier))],
  url: row.url,
  createdAt: row.createdAt,
});

const isPriority = (value: number): value is IssuePriority => [0, 1, 2, 3, 4].includes(value);
const isBlocking = ({ type, issue }: RelationRow) => type === 'blocks' && !isClosed(issue.state);

export interface ReadIssue {
  readonly text: IssueThread;
  readonly seen: SeenIssue;
}

/** `null` if it is gone. */
export const readLinearIssue = (parts: LinearParts, id: string, { signal }: TrackerTask): Promise<ReadIssue | null> =>
  ifFound(readPages(parts, id, signal));

async function readPages({ api }: LinearParts, id: string, signal: AbortSignal): Promise<ReadIssue | null> {
  const { data, nowMs } = await api.ask(readQuery, { id, after: null }, signal);
  const { issue } = data;
  const seen = toSeen(issue, nowMs);
  if (seen.facts === null) return null;
  const comments = await followPages(
    issue.comments,
    async (after) => (await api.ask(readQuery, { id, after }, signal)).data.issue.comments,
  );
  const text = {
    title: issue.title,
    body: issue.description ?? '',
    comments: comments.map(toComment).toSorted(byTime),
  };
  return { text, seen };
}

const toComment = ({ body, createdAt, user, externalUser, botActor }: CommentRow) => ({
  by: user?.displayName ?? externalUser?.displayName ?? botActor?.name ?? 'someone',
  at: createdAt,
  text: body,
});

const byTime = (one: { readonly at: string }, other: { readonly at: string }) =>
  one.at < other.at ? -1 : Number(one.at > other.at);
