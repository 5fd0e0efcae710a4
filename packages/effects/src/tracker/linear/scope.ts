/** Finds the team and the project of a scope, as the user named them, and decides whether an issue belongs to it. */
import type { IssueChange, TrackerScope } from '@harness/core/tracker/issue';
import { isSameName } from '@harness/core/tracker/local-issue';
import type { LinearDocument } from '@linear/sdk';
import { TrackerError } from '../tracker-error.ts';
import type { IssueFacts, LinearStatus, ProjectRow, TeamRow } from './rows.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Linear refuses a filter by an id that is no UUID. */
const idFilter = (text: string) => (uuid.test(text) ? [{ id: { eq: text.toLowerCase() } }] : []);

/** The address of a project ends with its name and its slug: `my-app-a1b2c3d4e5f6`. */
const slugOf = (project: string): string => /(?:^|-)([0-9a-f]{8,16})$/i.exec(project)?.[1]?.toLowerCase() ?? project;

export const teamFilter = ({ team }: TrackerScope): { or: LinearDocument.TeamFilter[] } => ({
  or: [{ key: { eqIgnoreCase: team } }, ...idFilter(team)],
});

export const projectFilter = ({ project }: TrackerScope) => ({
  or: [{ name: { eqIgnoreCase: project } }, { slugId: { eq: slugOf(project) } }, ...idFilter(project)],
});

const closedTypes = ['completed', 'canceled', 'duplicate'];
export const isClosed = ({ type }: Pick<LinearStatus, 'type'>): boolean => closedTypes.includes(type);

/** Issues of the scope that are not closed. */
export const openIssues = (scope: TrackerScope): LinearDocument.IssueFilter => ({
  team: teamFilter(scope),
  project: projectFilter(scope),
  state: { type: { nin: closedTypes } },
});

const isTeam = ({ id, key }: TeamRow, { team }: TrackerScope) => isSameName(key, team) || isSameName(id, team);
const isProject = ({ id, name, slugId }: ProjectRow, { project }: TrackerScope) =>
  isSameName(name, project) || slugId === slugOf(project) || isSameName(id, project);

/** The change of a person to an issue; `null` if it is open and in the scope. */
export function issueChangeOf(facts: IssueFacts | null, scope: TrackerScope): IssueChange | null {
  if (facts === null) return 'gone';
  const { team, project, state, labels } = facts;
  if (!isTeam(team, scope) || project === null || !isProject(project, scope)) return 'moved';
  if (isClosed(state) || facts.archivedAt !== null) return 'closed';
  return labels.nodes.some(({ name }) => isSameName(name, scope.label)) ? null : 'relabelled';
}

/** Finds a status of a team. The failure names the statuses that it has. */
export function statusNamed(name: string, { key, states }: IssueFacts['team']): LinearStatus {
  const found = states.nodes.find((status) => isSameName(status.name, name));
  if (found !== undefined) return found;
  const names = states.nodes.map((status) => status.name).join(', ');
  throw new TrackerError('tracker.not-found', { detail: `the team ${key} has no status ${name}; it has: ${names}` });
}

/** The one team or project that was found. An id is unique, a name need not be. */
export function theOnly<Row extends { readonly id: string }>(
  rows: readonly Row[],
  wanted: { readonly what: 'team' | 'project'; readonly name: string; readonly others: readonly string[] },
): Row {
  const { what, name, others } = wanted;
  const [row, second] = rows;
  if (row === undefined) {
    const detail = `there is no ${what} ${name || '(empty)'}; there are: ${others.join(', ') || 'none'}`;
    throw new TrackerError('tracker.not-found', { detail });
  }
  const exact = rows.find(({ id }) => isSameName(id, name)) ?? (second === undefined ? row : undefined);
  if (exact !== undefined) return exact;
  const ids = rows.map(({ id }) => id).join(', ');
  throw new TrackerError('tracker.refused', { detail: `${rows.length} ${what}s are named ${name}; use an id: ${ids}` });
}
