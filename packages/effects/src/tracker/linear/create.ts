/** Creates an issue at Linear, once: its id is computed from the key of the effect. */
import type { TrackerScope } from '@harness/core/tracker/issue';
import type { TrackerTask } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import { ifFound, isFailure, type LinearParts } from './api.ts';
import { entityId } from './entity-id.ts';
import { createdQuery, createMutation, newIssueQuery } from './operations.ts';
import { openIssues, projectFilter, teamFilter, theOnly } from './scope.ts';
import { withoutVisibleClaims } from './visible-mark.ts';

export interface NewLinearIssue {
  readonly title: string;
  readonly body: string;
}

interface CreatedIssue {
  readonly issue: string;
  readonly isNew: boolean;
}

/** An open issue with the same title is enough. */
export async function createLinearIssue(
  parts: LinearParts,
  scope: TrackerScope,
  issue: NewLinearIssue,
  { effect, signal }: TrackerTask,
): Promise<CreatedIssue> {
  const id = entityId('issue', effect);
  const variables = {
    team: teamFilter(scope),
    project: projectFilter(scope),
    label: { name: { eqIgnoreCase: scope.label } },
    same: { ...openIssues(scope), title: { eq: issue.title } },
  };
  const { teams, projects, issueLabels, issues } = (await parts.api.ask(newIssueQuery, variables, signal)).data;
  const known = issues.nodes.find((one) => one.id === id) ?? issues.nodes[0];
  if (known !== undefined) return { issue: known.identifier, isNew: known.id === id };
  const team = theOnly(teams.nodes, { what: 'team', name: scope.team, others: [] });
  const project = theOnly(projects.nodes, { what: 'project', name: scope.project, others: [] });
  const label = issueLabels.nodes.find((one) => one.team === null || one.team.id === team.id);
  if (label === undefined)
    throw new TrackerError('tracker.not-found', { detail: `the team ${team.key} has no label ${scope.label}` });
  return insert(parts, { id, teamId: team.id, projectId: project.id, labelIds: [label.id] }, issue, signal);
}

interface NewIds {
  readonly id: string;
  readonly teamId: string;
  readonly projectId: string;
  readonly labelIds: string[];
}

/** An earlier try may have created it, and a person renamed or closed it since. */
async function insert(
  { api }: LinearParts,
  ids: NewIds,
  { title, body }: NewLinearIssue,
  signal: AbortSignal,
): Promise<CreatedIssue> {
  const input = { ...ids, title, description: withoutVisibleClaims(body) };
  try {
    const { data } = await api.ask(createMutation, { input }, signal);
    return { issue: data.issueCreate.issue.identifier, isNew: true };
  } catch (error) {
    if (!isFailure(error, 'tracker.refused')) throw error;
    const found = await ifFound(api.ask(createdQuery, { id: ids.id }, signal));
    if (found === null) throw error;
    return { issue: found.data.issue.identifier, isNew: true };
  }
}
