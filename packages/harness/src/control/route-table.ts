/** Adds the routes and health fields of the workflows to the routes that every control server has. */
import { type Route, routes } from '@harness/core/control/routes';
import type { WorkflowControl, WorkflowRoute } from './workflow-control.ts';

export const workflowRoutes = (controls: readonly WorkflowControl[]): Readonly<Record<string, WorkflowRoute>> =>
  Object.assign({}, ...controls.map((control) => control.routes));

export function routeTable(controls: readonly WorkflowControl[]): Readonly<Record<string, Route>> {
  const { health, ...others } = routes;
  const fields = Object.assign({}, ...controls.map((control) => control.health?.fields));
  const answer = health.answer.extend(fields).meta({ id: 'Health' });
  return { health: { ...health, answer }, ...others, ...workflowRoutes(controls) };
}
