/** Every role by its id: `<workflow>.<role>`. A script, an override, a log line and a page all use these ids. */
import type { Role } from '../role.ts';
import { type Implementer, implementer } from './implementer.ts';
import { planner } from './plans/planner.ts';
import { type Reviewer, reviewer } from './reviewer.ts';
import { taskRoles } from './task/index.ts';

const table = <Id extends string, R>(make: (id: Id) => R, ...ids: readonly Id[]) =>
  Object.fromEntries(ids.map((id) => [id, make(id)])) as Readonly<Record<Id, R>>;

export const implementers = table<'converge.implementer', Implementer>(implementer, 'converge.implementer');
export const reviewers = table<'converge.reviewer', Reviewer>(reviewer, 'converge.reviewer');

export type ImplementerId = keyof typeof implementers;
export type ReviewerId = keyof typeof reviewers;

export const roles: Readonly<Record<string, Role<never, unknown>>> = {
  ...implementers,
  ...reviewers,
  ...taskRoles,
  [planner.id]: planner,
};
