/** Resolves the queries and mutations of the Linear stand-in, with the errors of Linear. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { type LinearFilter, matchesFilter } from './filter.ts';
import {
  addIssue,
  type CommentState,
  first,
  type IssueState,
  issueIn,
  type LinearState,
  type ProjectState,
  type TeamState,
  type UserState,
} from './state.ts';

interface Page {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly filter?: LinearFilter | null;
}

/** The shape that Linear gives to an error of a user's input. */
export const inputError = (message: string, userPresentableMessage: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'INPUT_ERROR',
      type: 'invalid input',
      statusCode: 400,
      userError: true,
      userPresentableMessage,
    },
  });

const notFound = (entity: string) => inputError(`Entity not found: ${entity}`, `Could not find referenced ${entity}.`);

/** `rows` are plain objects: a filter reads them, and `shape` adds what needs arguments. */
function connection<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { first: size, after, filter }: Page,
  shape: (row: Row) => object = (row) => row,
): object {
  const found = filter ? rows.filter((row) => matchesFilter(row, filter)) : rows;
  const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0;
  const nodes = found.slice(from, from + (size ?? 50));
  return {
    nodes: nodes.map(shape),
    pageInfo: {
      hasNextPage: from + nodes.length < found.length,
      hasPreviousPage: from > 0,
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
    },
  };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** The objects of one state. Lists are newest first, as Linear orders them. */
export function rootOf(state: LinearState, user: UserState): object {
  const teamOf = (team: TeamState) => ({
    id: team.id,
    key: team.key,
    name: team.name,
    states: (page: Page) => connection(team.statuses, page),
    projects: (page: Page) =>
      connection(
        state.projects.filter(({ teams }) => teams.includes(team)),
        page,
        projectOf,
      ),
  });
  const projectOf = (project: ProjectState) => ({
    id: project.id,
    name: project.name,
    slugId: project.slugId,
    teams: (page: Page) => connection(project.teams, page, teamOf),
  });
  const commentOf = ({ id, body, createdAt, by, issue }: CommentState): object => ({
    id,
    body,
    createdAt: isoOf(createdAt),
    user: { id: by.id, name: by.name, displayName: by.name },
    externalUser: null,
    botActor: null,
    issue: () => issueOf(issue),
  });
  const issueOf = (issue: IssueState): object => ({
    id: issue.id,
    identifier: issue.identifier,
    title: issue.title,
    description: issue.description,
    url: `https://linear.app/acme/issue/${issue.identifier}`,
    priority: issue.priority,
    createdAt: isoOf(issue.createdAt),
    archivedAt: null,
    trashed: issue.isTrashed || null,
    state: issue.state,
    team: teamOf(issue.team),
    project: issue.project && projectOf(issue.project),
    labels: (page: Page) => connection(issue.labels, page),
    inverseRelations: (page: Page) =>
      connection(
        issue.inverse.map(({ type, from }) => ({ id: from.id, type, from })),
        page,
        ({ id, type, from }) => ({ id, type, issue: () => issueOf(from), relatedIssue: () => issueOf(issue) }),
      ),
    comments: (page: Page) =>
      connection(state.comments.filter((comment) => comment.issue === issue).reverse(), page, commentOf),
  });
  const existing = (id: string): IssueState => {
    const issue = issueIn(state, id);
    if (issue === undefined) throw notFound('Issue');
    return issue;
  };
  const newId = (id: string | null | undefined, taken: readonly { readonly id: string }[], entity: string) => {
    if (id && !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
      throw inputError('Argument Validation Error', 'id must be a UUID.');
    if (taken.some((one) => one.id === id)) throw inputError(`Conflict on insert of ${entity}`, 'Already exists.');
    return id ?? randomUUID();
  };
  return {
    teams: (page: Page) => connection(state.teams, page, teamOf),
    projects: (page: Page) => connection(state.projects, page, projectOf),
    issueLabels: (page: Page) => connection(state.labels, page),
    issues: (page: Page) => connection(state.issues.filter(({ isTrashed }) => !isTrashed).reverse(), page, issueOf),
    issue: ({ id }: { id: string }) => issueOf(existing(id)),
    comment: ({ id }: { id: string }) => {
      const comment = state.comments.find((one) => one.id === id);
      if (comment === undefined) throw notFound('Comment');
      return commentOf(comment);
    },
    commentCreate: ({ input }: { input: { id?: string; issueId?: string; body?: string } }) => {
      const issue = existing(input.issueId ?? '');
      const id = newId(input.id, state.comments, 'Comment');
      const comment = { id, body: input.body ?? '', createdAt: state.now(), issue, by: user };
      state.comments.push(comment);
      return { success: true, comment: commentOf(comment) };
    },
    commentDelete: ({ id }: { id: string }) => {
      const at = state.comments.findIndex((one) => one.id === id);
      if (at === -1) throw notFound('Comment');
      state.comments.splice(at, 1);
      return { success: true, entityId: id };
    },
    issueCreate: ({ input }: { input: NewIssueInput }) => {
      const team = state.teams.find(({ id }) => id === input.teamId);
      if (team === undefined) throw notFound('Team');
      const issue = addIssue(state, {
        id: newId(input.id, state.issues, 'Issue'),
        team,
        title: input.title ?? '',
        description: input.description ?? null,
        project: state.projects.find(({ id }) => id === input.projectId) ?? null,
        labels: state.labels.filter(({ id }) => input.labelIds?.includes(id)),
        state: team.statuses.find(({ type }) => type === 'backlog') ?? first(team.statuses),
      });
      return { success: true, issue: issueOf(issue) };
    },
    issueUpdate: ({ id, input }: { id: string; input: { stateId?: string } }) => {
      const issue = existing(id);
      const status = issue.team.statuses.find((one) => one.id === input.stateId);
      if (status === undefined) throw notFound('WorkflowState');
      issue.state = status;
      state.moves.push({ issue: issue.identifier, to: status.name });
      return { success: true, issue: issueOf(issue) };
    },
  };
}

interface NewIssueInput {
  readonly id?: string;
  readonly teamId: string;
  readonly projectId?: string;
  readonly title?: string;
  readonly description?: string;
  readonly labelIds?: readonly string[];
}
