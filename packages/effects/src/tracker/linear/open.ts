/** Checks that the team, the project and the statuses of a scope exist at Linear. One request. */
import type { TrackerScope } from '@harness/core/tracker/issue';
import type { TrackerTask } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import type { LinearParts } from './api.ts';
import { scopeQuery } from './operations.ts';
import { projectFilter, statusNamed, teamFilter, theOnly } from './scope.ts';

/** Returns the name of the project. */
export async function openLinearScope(
  { api }: LinearParts,
  scope: TrackerScope,
  { signal }: TrackerTask,
): Promise<string> {
  const { data } = await api.ask(scopeQuery, { team: teamFilter(scope), project: projectFilter(scope) }, signal);
  const keys = data.everyTeam.nodes.map(({ key }) => key);
  const team = theOnly(data.teams.nodes, { what: 'team', name: scope.team, others: keys });
  const others = team.projects.nodes.map(({ name }) => name);
  const project = theOnly(data.projects.nodes, { what: 'project', name: scope.project, others });
  if (!project.teams.nodes.some(({ id }) => id === team.id)) {
    const detail = `the project ${project.name} is not in the team ${team.key}; that team has: ${others.join(', ')}`;
    throw new TrackerError('tracker.not-found', { detail });
  }
  statusNamed(scope.inProgressStatus, team);
  statusNamed(scope.doneStatus, team);
  return project.name;
}
