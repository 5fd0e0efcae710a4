/** The part of Linear's GraphQL schema that the stand-in knows, in our own words. Names and types are those of Linear. */
import { buildSchema } from 'graphql';

const comparators = `
  input IDComparator { eq: ID neq: ID in: [ID!] nin: [ID!] }
  input StringComparator {
    eq: String neq: String in: [String!] nin: [String!] eqIgnoreCase: String contains: String startsWith: String
  }
`;

const filters = `
  input TeamFilter { and: [TeamFilter!] or: [TeamFilter!] id: IDComparator key: StringComparator name: StringComparator }
  input ProjectFilter {
    and: [ProjectFilter!] or: [ProjectFilter!] id: IDComparator name: StringComparator slugId: StringComparator
  }
  input NullableProjectFilter {
    and: [NullableProjectFilter!] or: [NullableProjectFilter!] null: Boolean
    id: IDComparator name: StringComparator slugId: StringComparator
  }
  input NullableTeamFilter { or: [NullableTeamFilter!] null: Boolean id: IDComparator key: StringComparator }
  input WorkflowStateFilter { id: IDComparator name: StringComparator type: StringComparator }
  input IssueLabelFilter { or: [IssueLabelFilter!] id: IDComparator name: StringComparator team: NullableTeamFilter }
  input IssueLabelCollectionFilter { some: IssueLabelFilter every: IssueLabelFilter }
  input IssueFilter {
    and: [IssueFilter!] or: [IssueFilter!] title: StringComparator team: TeamFilter project: NullableProjectFilter
    state: WorkflowStateFilter labels: IssueLabelCollectionFilter
  }
  input CommentFilter { and: [CommentFilter!] or: [CommentFilter!] id: IDComparator body: StringComparator }
`;

const inputs = `
  input CommentCreateInput { id: String issueId: String body: String }
  input IssueCreateInput {
    id: String teamId: String! projectId: String title: String description: String labelIds: [String!] priority: Int
    stateId: String
  }
  input IssueUpdateInput { stateId: String title: String description: String labelIds: [String!] projectId: String }
`;

const connectionOf = (type: string) => `
  type ${type}Connection { nodes: [${type}!]! pageInfo: PageInfo! }
`;
const page = 'first: Int after: String last: Int before: String includeArchived: Boolean';

const types = `
  scalar DateTime
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type User { id: ID! name: String! displayName: String! }
  type ExternalUser { id: ID! name: String! displayName: String! }
  type ActorBot { id: ID name: String }
  type WorkflowState { id: ID! name: String! type: String! }
  type IssueLabel { id: ID! name: String! team: Team }
  type Team {
    id: ID! key: String! name: String!
    states(${page}): WorkflowStateConnection!
    projects(${page}): ProjectConnection!
  }
  type Project { id: ID! name: String! slugId: String! teams(${page}): TeamConnection! }
  type IssueRelation { id: ID! type: String! issue: Issue! relatedIssue: Issue! }
  type Comment {
    id: ID! body: String! createdAt: DateTime! user: User externalUser: ExternalUser botActor: ActorBot issue: Issue
  }
  type Issue {
    id: ID! identifier: String! title: String! description: String url: String! priority: Float!
    createdAt: DateTime! archivedAt: DateTime trashed: Boolean
    state: WorkflowState! team: Team! project: Project
    labels(${page}): IssueLabelConnection!
    inverseRelations(${page}): IssueRelationConnection!
    comments(filter: CommentFilter ${page}): CommentConnection!
  }
  ${['User', 'WorkflowState', 'IssueLabel', 'Team', 'Project', 'IssueRelation', 'Comment', 'Issue'].map(connectionOf).join('')}
  type CommentPayload { success: Boolean! comment: Comment! }
  type IssuePayload { success: Boolean! issue: Issue }
  type DeletePayload { success: Boolean! entityId: String! }
`;

const roots = `
  type Query {
    teams(filter: TeamFilter ${page}): TeamConnection!
    projects(filter: ProjectFilter ${page}): ProjectConnection!
    issueLabels(filter: IssueLabelFilter ${page}): IssueLabelConnection!
    issues(filter: IssueFilter ${page}): IssueConnection!
    issue(id: String!): Issue!
    comment(id: String): Comment!
  }
  type Mutation {
    commentCreate(input: CommentCreateInput!): CommentPayload!
    commentDelete(id: String!): DeletePayload!
    issueCreate(input: IssueCreateInput!): IssuePayload!
    issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
  }
`;

export const linearSchema = buildSchema([comparators, filters, inputs, types, roots].join('\n'));
