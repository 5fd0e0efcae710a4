/** The GraphQL documents for Linear, with the types of their variables and the schemas of their answers. */
import type { LinearDocument } from '@linear/sdk';
import * as z from 'zod';
import type { LinearOperation } from './client.ts';
import {
  commentRow,
  factsRow,
  idRow,
  linearList,
  linearPage,
  listedRow,
  nameRow,
  projectRow,
  relationRow,
  statusRow,
  teamRow,
} from './rows.ts';

const operation =
  <Variables>() =>
  <Answer>(document: string, answer: z.ZodType<Answer>): LinearOperation<Variables, Answer> => ({ document, answer });

const written = z.literal(true);
type Inputs<Type, Key extends keyof Type> = { readonly [Name in Key]: NonNullable<Type[Name]> };

export const scopeQuery = operation<{
  readonly team: LinearDocument.TeamFilter;
  readonly project: LinearDocument.ProjectFilter;
}>()(
  `query HarnessScope($team: TeamFilter!, $project: ProjectFilter!) {
    teams(filter: $team, first: 5) {
      nodes { id key states(first: 100) { nodes { id name type } } projects(first: 20) { nodes { name } } }
    }
    everyTeam: teams(first: 50) { nodes { id key } }
    projects(filter: $project, first: 5) { nodes { id name slugId teams(first: 50) { nodes { id key } } } }
  }`,
  z.object({
    teams: linearList(teamRow.extend({ states: linearList(statusRow), projects: linearList(nameRow) })),
    everyTeam: linearList(teamRow),
    projects: linearList(projectRow.extend({ teams: linearList(teamRow) })),
  }),
);

/** A page of 50 issues costs about 5,000 points of complexity; Linear accepts 10,000. */
export const listQuery = operation<{
  readonly filter: LinearDocument.IssueFilter;
  readonly after: string | null;
}>()(
  `query HarnessList($filter: IssueFilter!, $after: String) {
    issues(filter: $filter, first: 50, after: $after) {
      nodes {
        identifier title url priority createdAt
        state { name }
        labels(first: 20) { nodes { name } }
        inverseRelations(first: 10) {
          nodes { type issue { identifier state { type } } }
          pageInfo { hasNextPage endCursor }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({ issues: linearPage(listedRow) }),
);

export const relationsQuery = operation<{ readonly id: string; readonly after: string | null }>()(
  `query HarnessRelations($id: String!, $after: String) {
    issue(id: $id) {
      inverseRelations(first: 100, after: $after) {
        nodes { type issue { identifier state { type } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  z.object({ issue: z.object({ inverseRelations: linearPage(relationRow) }) }),
);

const facts = `fragment Facts on Issue {
    id identifier trashed archivedAt
    state { id name type }
    team { id key states(first: 100) { nodes { id name type } } }
    project { id name slugId }
    labels(first: 100) { nodes { name } }
    claims: comments(first: 100, filter: { body: { contains: "harness claim " } }) { nodes { id body createdAt } }
  }`;

export const factsQuery = operation<{ readonly id: string }>()(
  `query HarnessFacts($id: String!) { issue(id: $id) { ...Facts } }
  ${facts}`,
  z.object({ issue: factsRow }),
);

export const readQuery = operation<{ readonly id: string; readonly after: string | null }>()(
  `query HarnessRead($id: String!, $after: String) {
    issue(id: $id) {
      ...Facts
      title description
      comments(first: 100, after: $after) {
        nodes { id body createdAt user { displayName } externalUser { displayName } botActor { name } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${facts}`,
  z.object({
    issue: factsRow.extend({ title: z.string(), description: z.string().nullable(), comments: linearPage(commentRow) }),
  }),
);

export const commentMutation = operation<{
  readonly input: Inputs<LinearDocument.CommentCreateInput, 'id' | 'issueId' | 'body'>;
}>()(
  'mutation HarnessComment($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id } } }',
  z.object({ commentCreate: z.object({ success: written, comment: idRow }) }),
);

export const commentQuery = operation<{ readonly id: string }>()(
  'query HarnessFindComment($id: String!) { comment(id: $id) { id } }',
  z.object({ comment: idRow }),
);

export const withdrawMutation = operation<{ readonly id: string }>()(
  'mutation HarnessWithdraw($id: String!) { commentDelete(id: $id) { success } }',
  z.object({ commentDelete: z.object({ success: written }) }),
);

export const statusMutation = operation<{
  readonly id: string;
  readonly input: Inputs<LinearDocument.IssueUpdateInput, 'stateId'>;
}>()(
  `mutation HarnessStatus($id: String!, $input: IssueUpdateInput!) {
    issueUpdate(id: $id, input: $input) { success issue { ...Facts } }
  }
  ${facts}`,
  z.object({ issueUpdate: z.object({ success: written, issue: factsRow }) }),
);

/** The ids that a new issue needs, and the open issues with its title. */
export const newIssueQuery = operation<{
  readonly team: LinearDocument.TeamFilter;
  readonly project: LinearDocument.ProjectFilter;
  readonly label: LinearDocument.IssueLabelFilter;
  readonly same: LinearDocument.IssueFilter;
}>()(
  `query HarnessNewIssue($team: TeamFilter!, $project: ProjectFilter!, $label: IssueLabelFilter!, $same: IssueFilter!) {
    teams(filter: $team, first: 5) { nodes { id key } }
    projects(filter: $project, first: 5) { nodes { id name slugId } }
    issueLabels(filter: $label, first: 50) { nodes { id team { id key } } }
    issues(filter: $same, first: 50) { nodes { id identifier } }
  }`,
  z.object({
    teams: linearList(teamRow),
    projects: linearList(projectRow),
    issueLabels: linearList(z.object({ id: z.string(), team: teamRow.nullable() })),
    issues: linearList(z.object({ id: z.string(), identifier: z.string() })),
  }),
);

export const createMutation = operation<{
  readonly input: Inputs<
    LinearDocument.IssueCreateInput,
    'id' | 'teamId' | 'projectId' | 'title' | 'description' | 'labelIds'
  >;
}>()(
  `mutation HarnessCreate($input: IssueCreateInput!) {
    issueCreate(input: $input) { success issue { id identifier } }
  }`,
  z.object({
    issueCreate: z.object({ success: written, issue: z.object({ id: z.string(), identifier: z.string() }) }),
  }),
);

export const createdQuery = operation<{ readonly id: string }>()(
  'query HarnessFindIssue($id: String!) { issue(id: $id) { id identifier } }',
  z.object({ issue: z.object({ id: z.string(), identifier: z.string() }) }),
);
