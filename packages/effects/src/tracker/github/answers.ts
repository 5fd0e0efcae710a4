/** Schemas for the used parts of GitHub's issues. Other fields are dropped, because lists are long and kept in memory. */
import * as z from 'zod';

const labelName = z.union([z.string(), z.object({ name: z.string().nullish() })]);

export const issueRow = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  state_reason: z.string().nullish(),
  html_url: z.string(),
  repository_url: z.string().nullish(),
  labels: z.array(labelName),
  comments: z.int().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  /** Set if it is a pull request. */
  pull_request: z.object({}).nullish(),
  issue_dependencies_summary: z.object({ blocked_by: z.int() }).nullish(),
});
export type IssueRow = z.output<typeof issueRow>;
export const issueRows = z.array(issueRow);

export const commentAnswer = z.object({
  id: z.int(),
  body: z.string().nullish(),
  created_at: z.string(),
  author_association: z.string().nullish(),
  user: z.object({ login: z.string(), type: z.string().nullish() }).nullish(),
});
export type CommentAnswer = z.output<typeof commentAnswer>;
export const commentsAnswer = z.array(commentAnswer);

export const blockersAnswer = z.array(
  z.object({ number: z.int(), state: z.string(), repository_url: z.string().nullish() }),
);

export const labelsAnswer = z.array(labelName);

export const repositoryAnswer = z.object({
  full_name: z.string(),
  has_issues: z.boolean().nullish(),
  archived: z.boolean().nullish(),
});

export const labelNames = (labels: z.output<typeof labelsAnswer>): readonly string[] =>
  labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? [])));
