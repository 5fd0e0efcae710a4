/** Schemas of the used parts of Linear's entities, held to the types of its SDK. A time is a text here, not a Date. */
import type { LinearDocument } from '@linear/sdk';
import * as z from 'zod';

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) satisfies z.ZodType<
  Pick<LinearDocument.PageInfo, 'hasNextPage' | 'endCursor'>
>;
export const linearList = <Row>(row: z.ZodType<Row>) => z.object({ nodes: z.array(row) });
export const linearPage = <Row>(row: z.ZodType<Row>) => z.object({ nodes: z.array(row), pageInfo });
export interface LinearPage<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export const idRow = z.object({ id: z.string() });
export const nameRow = z.object({ name: z.string() });

export const statusRow = z.object({ id: z.string(), name: z.string(), type: z.string() }) satisfies z.ZodType<
  Pick<LinearDocument.WorkflowState, 'id' | 'name' | 'type'>
>;
export type LinearStatus = z.output<typeof statusRow>;

export const teamRow = z.object({ id: z.string(), key: z.string() }) satisfies z.ZodType<
  Pick<LinearDocument.Team, 'id' | 'key'>
>;
export type TeamRow = z.output<typeof teamRow>;

export const projectRow = z.object({ id: z.string(), name: z.string(), slugId: z.string() }) satisfies z.ZodType<
  Pick<LinearDocument.Project, 'id' | 'name' | 'slugId'>
>;
export type ProjectRow = z.output<typeof projectRow>;

/** A relation of another issue to the one that it is listed for. */
export const relationRow = z.object({
  type: z.string(),
  issue: z.object({ identifier: z.string(), state: z.object({ type: z.string() }) }),
}) satisfies z.ZodType<
  Pick<LinearDocument.IssueRelation, 'type'> & {
    readonly issue: Pick<LinearDocument.Issue, 'identifier'> & {
      readonly state: Pick<LinearDocument.WorkflowState, 'type'>;
    };
  }
>;
export type RelationRow = z.output<typeof relationRow>;

export const listedRow = z.object({
  identifier: z.string(),
  title: z.string(),
  url: z.string(),
  priority: z.number(),
  createdAt: z.string(),
  state: nameRow,
  labels: linearList(nameRow),
  inverseRelations: linearPage(relationRow),
}) satisfies z.ZodType<Pick<LinearDocument.Issue, 'identifier' | 'title' | 'url' | 'priority'>>;
export type ListedRow = z.output<typeof listedRow>;

const author = z.object({ displayName: z.string() }).nullable();
export const commentRow = z.object({
  id: z.string(),
  body: z.string(),
  createdAt: z.string(),
  user: author,
  externalUser: author,
  botActor: z.object({ name: z.string().nullable() }).nullable(),
}) satisfies z.ZodType<Pick<LinearDocument.Comment, 'id' | 'body'>>;
export type CommentRow = z.output<typeof commentRow>;

const claimRow = z.object({ id: z.string(), body: z.string(), createdAt: z.string() }) satisfies z.ZodType<
  Pick<LinearDocument.Comment, 'id' | 'body'>
>;
export type ClaimRow = z.output<typeof claimRow>;

/** All that decides whether an issue may be claimed or finished. */
export const factsRow = z.object({
  id: z.string(),
  identifier: z.string(),
  trashed: z.boolean().nullable(),
  archivedAt: z.string().nullable(),
  state: statusRow,
  team: teamRow.extend({ states: linearList(statusRow) }),
  project: projectRow.nullable(),
  labels: linearList(nameRow),
  claims: linearList(claimRow),
}) satisfies z.ZodType<Pick<LinearDocument.Issue, 'id' | 'identifier'>>;
export type IssueFacts = z.output<typeof factsRow>;
